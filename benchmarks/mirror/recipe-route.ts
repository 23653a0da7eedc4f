import { createHmac, timingSafeEqual } from "node:crypto"
import type { Express } from "express"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"

const notificationSchema = z.looseObject({
  eventName: z.string(),
  messageId: z.string(),
  timestamp: z.string(),
  payload: z.string(),
})
const payloadSchema = z.looseObject({ balanceAfter: z.array(z.looseObject({ productUuid: z.string() })) })

type Notification = z.infer<typeof notificationSchema>

const benchStoreNotificationStep = createStep(
  "bench-store-notification",
  async ({ eventName, messageId, timestamp, payload }: Notification, { container }) => {
    const parsed = payloadSchema.parse(JSON.parse(payload))
    const entry = await container.resolve(POS_MODULE).createPosInboxEntries({
      connection_id: "recipe",
      natural_key: messageId,
      event_name: eventName,
      aggregate: `stock:${parsed.balanceAfter[0]?.productUuid}`,
      source: "webhook",
      payload: parsed,
      message_timestamp: timestamp,
    })
    return new StepResponse(entry.id, entry.id)
  },
  async (id, { container }) => {
    if (id) {
      await container.resolve(POS_MODULE).deletePosInboxEntries(id)
    }
  }
)

const benchStoreNotificationWorkflow = createWorkflow("bench-store-notification", (notification: Notification) => {
  return new WorkflowResponse(benchStoreNotificationStep(notification))
})

/**
 * The recipe that Medusa documents for webhooks: a route that checks the signature and runs a workflow. It does the
 * least that such a workflow could: it stores the notification through the module, and has no effect in the store.
 */
export function addRecipeRoute(app: Express, container: MedusaContainer, path: string): void {
  const signingKey = process.env.BENCH_SIGNING_KEY ?? ""
  app.post(path, (request, response, next) => {
    const notification = notificationSchema.parse(request.body)
    const { timestamp, payload } = notification
    const expected = createHmac("sha256", signingKey).update(`${timestamp}.${payload}`).digest()
    const given = Buffer.from(request.get("X-SERVICE-Signature") ?? "", "hex")
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.status(401).end()
      return
    }
    benchStoreNotificationWorkflow(container)
      .run({ input: notification })
      .then(() => response.status(200).json({ received: true }), next)
  })
}

import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import type { PosOptions } from "../../modules/pos/options"
import type { PosClient } from "../../pos-api/client"
import { WEBHOOK_TRANSPORT } from "../../pos-api/contract"
import { chooseUuid } from "../../modules/pos/entity-id"
import { toConnectError } from "./errors"

/** Prefix of all notification addresses of this store. */
export const webhookEndpoints = (publicUrl: string) => `${publicUrl.replace(/\/+$/, "")}/hooks/pos/`

/**
 * Returns the address to which the POS sends a connection's notifications.
 * @throws PosError when the store's public address is missing or is not HTTPS
 */
export function getDestination(options: PosOptions, connectionId: string): string {
  if (!options.publicUrl) {
    throw new PosError(
      "pos_destination_invalid",
      "The store does not know its own public address. Set the option publicUrl, for example https://store.example.com."
    )
  }
  if (!options.publicUrl.startsWith("https://") && !options.allowInsecureDestination) {
    throw new PosError(
      "pos_destination_invalid",
      `The POS sends notifications to HTTPS addresses only, and publicUrl is ${options.publicUrl}.`
    )
  }
  return `${webhookEndpoints(options.publicUrl)}${connectionId}`
}

/** Connection id of the webhook endpoint before a connection exists: it answers test messages only. */
export const PROBED_CONNECTION = "check"

/** An event that every key that may connect can subscribe to. */
const PROBED_EVENTS = ["PurchaseCreated"] as const

/**
 * Makes the POS send a test message to the store, which it does when a subscription has an unknown address. The
 * subscription is deleted afterwards.
 * @returns the duration in milliseconds
 * @throws PosApiError, with its error word when the address does not answer
 */
export async function probeDestination(
  client: PosClient,
  { destination, contactEmail, now }: { destination: string; contactEmail: string; now: () => Promise<Date> }
): Promise<number> {
  const uuid = chooseUuid()
  const began = await now()
  try {
    await client.subscriptions.create({
      uuid,
      transportName: WEBHOOK_TRANSPORT,
      eventNames: [...PROBED_EVENTS],
      destination: `${destination}?test=${uuid}`,
      contactEmail,
    })
  } catch (error) {
    // The subscription may exist although its answer was lost. The original error matters more to the person.
    await client.subscriptions.delete(uuid).catch(() => undefined)
    throw error
  }
  const milliseconds = (await now()).getTime() - began.getTime()
  await client.subscriptions.delete(uuid)
  return milliseconds
}

/** @see probeDestination */
export const posTestNotificationStep = createStep(
  "pos-test-notification",
  async (connectionId: string, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { id, contact_email: contactEmail } = await pos.findConnection(connectionId)
    const destination = getDestination(await pos.getOptions(), id)
    try {
      const client = await pos.clientOf(id)
      const milliseconds = await probeDestination(client, { destination, contactEmail, now: async () => pos.now() })
      return new StepResponse({ destination, milliseconds })
    } catch (error) {
      throw toConnectError(error)
    }
  }
)

/**
 * Makes the POS send a test message to a connection's address.
 * @throws PosError with the reason when none arrived
 */
export const posTestNotificationWorkflow = createWorkflow("pos-test-notification", (connectionId: string) => {
  return new WorkflowResponse(posTestNotificationStep(connectionId))
})

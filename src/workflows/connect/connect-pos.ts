import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { PosNotFoundError } from "../../pos-api/client"
import { POS_EVENTS } from "../events"
import { checkConnection } from "./check-connection"
import { ConnectError, toConnectError } from "./connect-errors"
import type { ConnectInput } from "./connect-input"
import { makeSubscription } from "./make-subscription"
import { posQueueCatalogueStep } from "./queue-catalogue"
import { posStoreConnectionStep } from "./store-connection"

/** Checks everything that can be wrong before anything is stored. */
export const posCheckConnectionStep = createStep("pos-check-connection", async (input: ConnectInput, { container }) => {
  return new StepResponse(await checkConnection(container, input))
})

/** Creates the subscription at the service and keeps the signing key, sealed. */
export const posSubscribeStep = createStep(
  "pos-subscribe",
  async (connectionId: string, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
    if (!stored) {
      throw new ConnectError("notFound", `Connection ${connectionId} has no subscription to make.`)
    }
    try {
      await makeSubscription(container, stored)
    } catch (error) {
      throw toConnectError(error)
    }
    const made = { connectionId, subscriptionUuid: stored.subscription_uuid }
    return new StepResponse(made, made)
  },
  async (made, { container }) => {
    if (!made) {
      return
    }
    const client = await container.resolve(POS_MODULE).clientOf(made.connectionId)
    try {
      await client.subscriptions.delete(made.subscriptionUuid)
    } catch (error) {
      if (!(error instanceof PosNotFoundError)) {
        throw error
      }
    }
  }
)

/**
 * Connects an organisation by its API key or a sign-in: checks it against the service, stores it sealed, subscribes to the
 * events, and queues the whole catalogue. When any step fails nothing stays behind, here or at the service.
 */
export const posConnectWorkflow = createWorkflow("pos-connect", (input: ConnectInput) => {
  const checked = posCheckConnectionStep(input)
  const connectionId = posStoreConnectionStep({ input, checked })
  const subscribed = posSubscribeStep(connectionId)
  const queued = posQueueCatalogueStep(transform({ subscribed }, (data) => data.subscribed.connectionId))
  emitEventStep({
    eventName: POS_EVENTS.outboxDue,
    data: transform({ queued }, (data) => ({ connection_id: data.queued.connection_id })),
  })
  return new WorkflowResponse(queued)
})

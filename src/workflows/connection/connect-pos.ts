import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { hasProductLinks } from "../../modules/pos/queries/outbox/product-counts"
import { POS_EVENTS } from "../events"
import { reviewIfDue } from "../catch-up/review-if-due"
import { reasonOf } from "../queue/reason-of"
import { wakeFor } from "../queue/wake-for"
import { checkConnection } from "./check-connection"
import { ConnectError, toConnectError } from "./connect-errors"
import type { ConnectInput } from "./connect-input"
import { deleteStrays } from "./leave-subscriptions"
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
    const client = await pos.clientOf(connectionId)
    try {
      await deleteStrays(container, client, { keep: stored.subscription_uuid })
      await makeSubscription(container, stored)
    } catch (error) {
      // It may have been made, and its answer lost. That it failed is what the person has to know.
      await client.subscriptions.delete(stored.subscription_uuid).catch(() => undefined)
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
      // The connection is undone in any case; the next connect finds what stands there still.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`pos: the subscription ${made.subscriptionUuid} was left behind: ${reasonOf(error)}`)
    }
  }
)

/**
 * What happened while an organisation was away, and of which nothing told: products of the counter are looked through, and
 * levels compared. A first connection has nothing to compare yet.
 */
export const posCatchUpStep = createStep("pos-catch-up", async (connectionId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  if (await pos.query((sql) => hasProductLinks(sql, connectionId))) {
    // Stored first: what cannot be done now is done when the connection is caught up next.
    const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
    if (subscription) {
      await pos.updatePosSubscriptions({ id: subscription.id, review_cause: "lost", review_at: null })
    }
    await reviewIfDue(container, connectionId)
  }
  return new StepResponse(connectionId)
})

/**
 * Connects an organisation by its API key or a sign-in: checks it against the service, stores it sealed, subscribes to the
 * events, catches up with what an organisation did that was away, and queues the whole catalogue. When any step fails nothing stays behind, here or at the service.
 */
export const posConnectWorkflow = createWorkflow("pos-connect", (input: ConnectInput) => {
  const checked = posCheckConnectionStep(input)
  const connectionId = posStoreConnectionStep({ input, checked })
  const subscribed = posSubscribeStep(connectionId)
  const caughtUp = posCatchUpStep(transform({ subscribed }, (data) => data.subscribed.connectionId))
  const queued = posQueueCatalogueStep(caughtUp)
  wakeFor(queued, POS_EVENTS.outboxDue)
  return new WorkflowResponse(queued)
})

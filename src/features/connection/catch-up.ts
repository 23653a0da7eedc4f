import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { isPaused } from "../../runtime/circuit-breaker"
import { runSingleFlight } from "../../runtime/workers"
import { reviewProducts } from "../catalog"
import { pollPurchases } from "../sales"
import { requestReconciliation } from "../stock"
import { type WatchOutcome, watchSubscription } from "./subscriptions"

/**
 * Ensures that a connection misses no change: it checks the subscription, and then looks for changes without a
 * notification. A lost subscription also lost stock movements, which only a comparison of levels can find.
 */
export async function catchUp(
  container: MedusaContainer,
  connectionId: string
): Promise<{ subscription: WatchOutcome; found: number }> {
  let subscription: WatchOutcome = "unchecked"
  let foundCount = 0
  await runSingleFlight(`catch-up:${connectionId}`, async () => {
    subscription = await watchSubscription(container, connectionId)
    await reviewIfDue(container, connectionId)
    foundCount += await pollPurchases(container, connectionId)
  })
  return { subscription, found: foundCount }
}

/** Delay of the next review after an implausibly short product list, in milliseconds. */
const IMPLAUSIBLE_MS = 3_600_000

/**
 * Runs a due review of changes without a notification. The review stays due until one is complete, also after an error
 * or a restart.
 */
export async function reviewIfDue(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  const now = await pos.now()
  if (!subscription?.review_cause || (subscription.review_at && subscription.review_at > now)) {
    return
  }
  const connection = await pos.findConnection(connectionId)
  if (connection.state === "disconnected" || isPaused(connection, now)) {
    return
  }
  const { id } = subscription
  if (subscription.review_cause === "lost") {
    await requestReconciliation(container, connectionId, "subscription-lost")
    await pos.updatePosSubscriptions({ id, review_cause: "extended" })
  }
  switch (await reviewProducts(container, connectionId)) {
    case "complete":
      await pos.updatePosSubscriptions({ id, review_cause: null, review_at: null })
      break
    case "implausible":
      await pos.updatePosSubscriptions({ id, review_at: new Date(now.getTime() + IMPLAUSIBLE_MS) })
      break
    case "failed":
      break
  }
}

type CatchUpInput = { connection_id: string }

export const posCatchUpStep = createStep("pos-catch-up", async (input: CatchUpInput, { container }) => {
  return new StepResponse(await catchUp(container, input.connection_id))
})

/** Catches up one connection on request, in addition to the recurring job. */
export const posCatchUpWorkflow = createWorkflow("pos-catch-up", (input: CatchUpInput) => {
  return new WorkflowResponse(posCatchUpStep(input))
})

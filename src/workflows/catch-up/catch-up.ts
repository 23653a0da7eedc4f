import type { MedusaContainer } from "@medusajs/framework/types"
import { watchSubscription, type WatchOutcome } from "../connection/watch-subscription"
import { pump } from "../queue/pump"
import { pollPurchases } from "./poll-purchases"
import { reviewIfDue } from "./review-if-due"

/**
 * Sees to it that a connection misses nothing: the subscription stands, and what no notification told is found. A
 * subscription that was lost took stock movements with it, which only a comparison of levels can find.
 */
export async function catchUp(
  container: MedusaContainer,
  connectionId: string
): Promise<{ subscription: WatchOutcome; found: number }> {
  let subscription: WatchOutcome = "unchecked"
  let found = 0
  await pump(`catch-up:${connectionId}`, async () => {
    subscription = await watchSubscription(container, connectionId)
    await reviewIfDue(container, connectionId)
    found += await pollPurchases(container, connectionId)
  })
  return { subscription, found }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { watchSubscription, type WatchOutcome } from "../connect/watch-subscription"
import { pump } from "../pump"
import { pollPurchases } from "./poll-purchases"

/**
 * Sees to it that a connection misses nothing: the subscription stands, and what no notification told is found.
 */
export async function lookAfter(
  container: MedusaContainer,
  connectionId: string
): Promise<{ subscription: WatchOutcome; found: number }> {
  let subscription: WatchOutcome = "unchecked"
  let found = 0
  await pump(`look-after:${connectionId}`, async () => {
    subscription = await watchSubscription(container, connectionId)
    found += await pollPurchases(container, connectionId)
  })
  return { subscription, found }
}

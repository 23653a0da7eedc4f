import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { isResting } from "../connection/circuit-breaker"
import { reviewProducts } from "../mirror/review-products"
import { requestReconciliation } from "./request-reconciliation"

/** After a list of products that cannot be all of them, the next review comes so much later, in milliseconds. */
const IMPLAUSIBLE_MS = 3_600_000

/**
 * Looks for what no notification said, as long as that is due: it is due until a review has been completed, whatever
 * fails or ends meanwhile.
 */
export async function reviewIfDue(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  const now = await pos.now()
  if (!subscription?.review_cause || (subscription.review_at && subscription.review_at > now)) {
    return
  }
  const connection = await pos.findConnection(connectionId)
  if (connection.state === "disconnected" || isResting(connection, now)) {
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

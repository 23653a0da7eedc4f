import type { ClaimedProductLink, ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import { systemClock } from "../../pos-api/clock"
import { inSpan, isTraced, markSpan } from "../../telemetry/spans"

/** A person's edits are few; of what is many only the batch is traced. */
const MOST_EDITS = 25

/** A push has a span, below which its calls stand, and where it is of few products each edit has one of its own. */
export async function tracePush<Pushed extends { results: ProductPushResult[] }>(
  connectionId: string,
  claims: ClaimedProductLink[],
  push: () => Promise<Pushed>
): Promise<Pushed> {
  const began = systemClock.now()
  return inSpan("pos.push", { "pos.connection_id": connectionId, "pos.count": claims.length }, async () => {
    const pushed = await push()
    if (claims.length <= MOST_EDITS && isTraced()) {
      const outcomes = new Map(pushed.results.map(({ id, outcome }) => [id, outcome]))
      for (const { id, revision, product_id } of claims) {
        const outcome = outcomes.get(id) ?? "unknown"
        const facts = { "pos.connection_id": connectionId, "pos.product_id": product_id, "pos.outcome": outcome }
        markSpan("pos.edit", `${id}:${revision}`, { began, facts, failed: outcome === "rejected" })
      }
    }
    return pushed
  })
}

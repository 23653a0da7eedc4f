import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosMoneyDifference } from "../../../../modules/pos/models"

/** A difference as the API shows it; amounts are integers of minor units. */
export function presentMoneyDifference(difference: InferTypeOf<typeof PosMoneyDifference>) {
  const { expected, found } = difference
  return {
    id: difference.id,
    connection_id: difference.connection_id,
    kind: difference.kind,
    subject: difference.subject,
    cause: difference.cause,
    expected: Number(expected),
    found: found === null ? null : Number(found),
    expected_count: difference.expected_count,
    found_count: difference.found_count,
    currency_code: difference.currency_code,
    occurred_at: difference.occurred_at,
    receipt_id: difference.receipt_id,
    order_id: difference.order_id,
    state: difference.state,
    failure: difference.failure,
    found_at: difference.found_at,
    seen_at: difference.seen_at,
    resolved_at: difference.resolved_at,
    created_at: difference.created_at,
    updated_at: difference.updated_at,
  }
}

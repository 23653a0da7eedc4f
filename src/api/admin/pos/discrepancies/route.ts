import type { InferTypeOf } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import type { PosDiscrepancy } from "../../../../modules/pos/models"
import { discrepancyListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/discrepancies` → `{discrepancies, count, count_is_lower_bound, offset, limit}`: financial
 * discrepancies, the latest found first.
 */
export const GET = defineRead({
  access: "view",
  query: discrepancyListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "discrepancies", filters, page: { limit, offset } })
  )
  const differences = inOrder(ids, await pos.listPosDiscrepancies({ id: ids }, { take: null }))
  response.json({ discrepancies: differences.map(presentDiscrepancy), ...counted, offset, limit })
})

/** Converts a discrepancy for the API; amounts are integers of minor units. */
export function presentDiscrepancy(difference: InferTypeOf<typeof PosDiscrepancy>) {
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
    changes: difference.changes,
    currency_code: difference.currency_code,
    occurred_at: difference.occurred_at,
    receipt_id: difference.receipt_id,
    order_id: difference.order_id,
    state: difference.state,
    failure: difference.failure,
    found_at: difference.found_at,
    seen_at: difference.seen_at,
    resolved_at: difference.resolved_at,
    dismissal_reason: difference.dismissal_reason,
    created_at: difference.created_at,
    updated_at: difference.updated_at,
  }
}

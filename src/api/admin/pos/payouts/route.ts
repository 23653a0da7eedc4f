import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { listPayouts } from "../../../../modules/pos/queries/finance/list-payouts"
import { sqlOf } from "../../../sql-of"
import { payoutListQuerySchema } from "../finance-validators"
import { presentPayout } from "./present-payout"

/**
 * `GET /admin/pos/payouts` → `{payouts, count, count_is_lower_bound, offset, limit}`: what each payout is made of, in
 * minor units. Filters: `group`, `state` (closed, difference, failed), `from` (inclusive), `to` (exclusive); `order`.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { connection_id, limit, offset, ...filters } = payoutListQuerySchema.parse(request.validatedQuery)
  await request.scope.resolve(POS_MODULE).findConnection(connection_id)
  const page = { limit, offset }
  const { rows, ...counted } = await listPayouts(
    sqlOf(request.scope),
    { connectionId: connection_id, ...filters },
    page
  )
  response.json({ payouts: rows.map(presentPayout), ...counted, offset, limit })
}

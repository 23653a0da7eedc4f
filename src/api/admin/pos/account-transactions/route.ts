import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { listAccountTransactions } from "../../../../modules/pos/queries/finance/list-account-transactions"
import { sqlOf } from "../../../sql-of"
import { accountTransactionListQuerySchema } from "../finance-validators"

/**
 * `GET /admin/pos/account-transactions` → `{account_transactions, count, count_is_lower_bound, offset, limit}`: the
 * account's rows with their payout, receipt and order; amounts in minor units, signed. Filters: `group`, `type`,
 * `originating_uuid`, `payout_id`, `open`, `without_receipt`, `from` (inclusive), `to` (exclusive); `order`.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const query = accountTransactionListQuerySchema.parse(request.validatedQuery)
  const { limit, offset } = query
  await request.scope.resolve(POS_MODULE).findConnection(query.connection_id)
  const filters = {
    connectionId: query.connection_id,
    group: query.group,
    type: query.type,
    originatingUuid: query.originating_uuid?.toLowerCase(),
    payoutId: query.payout_id,
    open: query.open,
    withoutReceipt: query.without_receipt,
    from: query.from,
    to: query.to,
    ascending: query.order === "occurred_at",
  }
  const { rows, ...counted } = await listAccountTransactions(sqlOf(request.scope), filters, { limit, offset })
  response.json({ account_transactions: rows, ...counted, offset, limit })
}

import { POS_MODULE } from "../../../../modules/pos"
import { listAccountTransactions } from "../../../../features/finance"
import { accountTransactionListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/account-transactions` → `{account_transactions, count, count_is_lower_bound, offset, limit}`: the
 * account's transactions with their payout, receipt and order; amounts in minor units, signed. Filters: `group`,
 * `type`, `originating_uuid`, `payout_id`, `open`, `without_receipt`, `from` (inclusive), `to` (exclusive); `order`.
 */
export const GET = defineRead({
  access: "finance",
  query: accountTransactionListQuerySchema,
}).handle(async (request, response) => {
  const query = request.validatedQuery
  const { limit, offset } = query
  const pos = request.scope.resolve(POS_MODULE)
  await pos.findConnection(query.connection_id)
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
  const { rows, ...counted } = await pos.query((sql) => listAccountTransactions(sql, filters, { limit, offset }))
  response.json({ account_transactions: rows, ...counted, offset, limit })
})

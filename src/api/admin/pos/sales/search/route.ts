import { findSales } from "../../../../../features/sale-search"
import { defineRead } from "../../../../utils/define-route"
import { seesMaskedFields } from "../../../../utils/masking"
import { saleSearchQuerySchema } from "../validators"

/**
 * `GET /admin/pos/sales/search` → `{sales, has_more, readings, day}`: sales and refunds of a connection that match a
 * text by any of its readings, in receipts, in their orders, and in events without a receipt. Each says for every stage
 * whether it has reached it: received, imported, refunded, paid out. Amounts in minor units. Cashiers are searched, and
 * payouts are shown, with `pos:finance` only.
 */
export const GET = defineRead({ access: "view", query: saleSearchQuerySchema }).handle(async (request, response) => {
  const { connection_id, q, from, to, limit } = request.validatedQuery
  const maySeeAll = await seesMaskedFields(request, response)
  const days = from === undefined || to === undefined ? null : { from, to }
  response.json(
    await findSales(request.scope, {
      connection_id,
      q,
      days,
      limit,
      mayFindCashiers: maySeeAll,
      maySeePayouts: maySeeAll,
    })
  )
})

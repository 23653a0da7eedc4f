import { findSales } from "../../../../../features/sale-search"
import { defineRead } from "../../../../utils/define-route"
import { seesMaskedFields } from "../../../../utils/masking"
import { z } from "zod"
import { DAYS_REVERSED, daySchema, daysInOrder, idSchema, searchTextSchema } from "../../../../utils/schemas"

const MAX_SALES = 50

/** Query of `GET /admin/pos/sales/search`; days of the organization, both inclusive. */
export const saleSearchQuerySchema = z
  .object({
    connection_id: idSchema,
    /**
     * receipt or order number, amount, product, SKU, cashier, last four digits of a card, reference or UUID of a
     * payment, UUID of a purchase, a date such as `2026-11-03` or `3.11.2026`; a date beside another text limits it
     */
    q: searchTextSchema,
    from: daySchema("from").optional(),
    to: daySchema("to").optional(),
    limit: z.coerce.number().int().min(1).max(MAX_SALES).default(20),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    message: "`from` and `to` belong together",
    path: ["from"],
  })
  .refine(({ from = "", to = "" }) => daysInOrder({ from, to }), DAYS_REVERSED)

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

import { POS_MODULE } from "../../../../modules/pos"
import { countListed } from "../../../../modules/pos/queries/count-listed"
import { presentReceipt } from "./present"
import { receiptListRoute } from "./middlewares"

/** `GET /admin/pos/receipts` → `{receipts, count, count_is_lower_bound, offset, limit}`, the latest sale first. Amounts in minor units. */
export const GET = receiptListRoute.handle(async (request, response) => {
  const { limit, offset, sold_from, sold_to, ...filters } = request.validatedQuery
  const sold_at = { ...(sold_from ? { $gte: sold_from } : {}), ...(sold_to ? { $lt: sold_to } : {}) }
  const pos = request.scope.resolve(POS_MODULE)
  const [receipts, counted] = await Promise.all([
    pos.listPosReceipts(
      { ...filters, ...((sold_from ?? sold_to) ? { sold_at } : {}) },
      { take: limit, skip: offset, order: { sold_at: "DESC" } }
    ),
    pos.query((sql) => countListed(sql, "receipts", filters, { sold_from, sold_to })),
  ])
  response.json({ receipts: receipts.map(presentReceipt), ...counted, offset, limit })
})

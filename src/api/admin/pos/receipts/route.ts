import { POS_MODULE } from "../../../../modules/pos"
import { presentReceipt } from "./present"
import { receiptListRoute } from "./middlewares"

/** `GET /admin/pos/receipts` → `{receipts, count, offset, limit}`, the latest sale first. Amounts in minor units. */
export const GET = receiptListRoute.handle(async (request, response) => {
  const { limit, offset, sold_from, sold_to, ...filters } = request.validatedQuery
  const sold_at = { ...(sold_from ? { $gte: sold_from } : {}), ...(sold_to ? { $lt: sold_to } : {}) }
  const [receipts, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosReceipts(
      { ...filters, ...((sold_from ?? sold_to) ? { sold_at } : {}) },
      { take: limit, skip: offset, order: { sold_at: "DESC" } }
    )
  response.json({ receipts: receipts.map(presentReceipt), count, offset, limit })
})

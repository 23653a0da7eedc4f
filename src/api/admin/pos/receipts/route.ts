import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import { presentReceipt } from "./present"
import { receiptListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/receipts` → `{receipts, count, count_is_lower_bound, offset, limit}`, the latest sale first. Amounts
 * in minor units.
 */
export const GET = defineRead({
  access: "view",
  query: receiptListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, sold_from, sold_to, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const period = { from: sold_from, to: sold_to }
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "receipts", filters, page: { limit, offset }, period })
  )
  const receipts = inOrder(ids, await pos.listPosReceipts({ id: ids }, { take: null }))
  response.json({ receipts: receipts.map(presentReceipt), ...counted, offset, limit })
})

import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import { searchReceipts } from "../../../../features/receipts"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import { presentReceipts } from "./present"
import { receiptListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"
import { seesMaskedFields } from "../../../utils/masking"

/**
 * `GET /admin/pos/receipts` → `{receipts, count, count_is_lower_bound, offset, limit}`, the latest sale first. Amounts
 * in minor units. Without the right `pos:finance`, no receipt is found by its cashier.
 */
export const GET = defineRead({
  access: "view",
  query: receiptListQuerySchema,
}).handle(async (request, response) => {
  const query = request.validatedQuery
  const { limit, offset } = query
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } =
    query.cashier !== undefined && !(await seesMaskedFields(request, response))
      ? { ids: [], count: 0, count_is_lower_bound: false }
      : await findPage(request.scope, query)
  const receipts = inOrder(ids, await pos.listPosReceipts({ id: ids }, { take: null }))
  response.json({ receipts: await presentReceipts(request.scope, receipts), ...counted, offset, limit })
})

type Query = z.output<typeof receiptListQuerySchema>

/** Reads the ids of a page: by the columns of receipts, or by what receipts of a connection contain. */
async function findPage(container: MedusaContainer, query: Query) {
  const { limit, offset, sold_from, sold_to, product, payment, cashier, ...filters } = query
  const page = { limit, offset }
  const period = { from: sold_from, to: sold_to }
  const { connection_id: connectionId, ...others } = filters
  if (connectionId !== undefined && (product ?? payment ?? cashier) !== undefined) {
    const contents = { product, payment, cashier }
    return searchReceipts(container, { connectionId, contents, filters: others, period, page })
  }
  return container.resolve(POS_MODULE).query((sql) => listPage(sql, { list: "receipts", filters, page, period }))
}

import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/queries/list-page"
import { presentStockDifference } from "./present"
import { stockDifferenceListRoute } from "./middlewares"

/** `GET /admin/pos/stock-differences` → `{stock_differences, count, count_is_lower_bound, offset, limit}`, the latest found first. */
export const GET = stockDifferenceListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "stockDifferences", filters, page: { limit, offset } })
  )
  const differences = inOrder(ids, await pos.listPosStockDifferences({ id: ids }, { take: null }))
  const links = await pos.listPosVariantLinks(
    { id: differences.map((difference) => difference.variant_link_id) },
    { take: null }
  )
  response.json({
    stock_differences: differences.map((difference) => presentStockDifference(difference, links)),
    ...counted,
    offset,
    limit,
  })
})

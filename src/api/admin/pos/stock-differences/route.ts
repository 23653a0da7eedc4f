import { POS_MODULE } from "../../../../modules/pos"
import { countListed } from "../../../../modules/pos/queries/count-listed"
import { presentStockDifference } from "./present"
import { stockDifferenceListRoute } from "./middlewares"

/** `GET /admin/pos/stock-differences` → `{stock_differences, count, count_is_lower_bound, offset, limit}`, the latest found first. */
export const GET = stockDifferenceListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const [differences, counted] = await Promise.all([
    pos.listPosStockDifferences(filters, { take: limit, skip: offset, order: { found_at: "DESC" } }),
    pos.query((sql) => countListed(sql, "stockDifferences", filters)),
  ])
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

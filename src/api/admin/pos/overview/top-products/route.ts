import { POS_MODULE } from "../../../../../modules/pos"
import { readTopProducts } from "../../../../../workflows/overview"
import { topProductsRoute } from "../middlewares"
import { periodOf } from "../period-of"

/**
 * `GET /admin/pos/overview/top-products?connection_id&days` → `{currency_code, top_products}`: at most five, by money;
 * amounts in minor units, refunds subtracted; `product_id` is null for what the shop does not know.
 */
export const GET = topProductsRoute.handle(async (request, response) => {
  const period = await periodOf(request.scope, request.validatedQuery)
  const top_products = await request.scope.resolve(POS_MODULE).query((sql) => readTopProducts(sql, period))
  response.json({ currency_code: period.currencyCode, top_products })
})

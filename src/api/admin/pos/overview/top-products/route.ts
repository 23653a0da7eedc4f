import { topProducts } from "../../../../../features/reports"
import { getPeriod, overviewQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/overview/top-products?connection_id&days` → `{currency_code, top_products}`: at most five products,
 * by amount. Amounts are in minor units as in the product report: after discounts, refunds subtracted; `product_id` is
 * null for products that the store does not have.
 */
export const GET = defineRead({
  access: "view",
  query: overviewQuerySchema,
}).handle(async (request, response) => {
  const period = await getPeriod(request.scope, request.validatedQuery)
  const top_products = await topProducts(request.scope, period)
  response.json({ currency_code: period.currencyCode, top_products })
})

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readTopProducts } from "../../../../../workflows/overview"
import { periodOf } from "../query"

/**
 * `GET /admin/pos/overview/top-products?connection_id&days` → `{currency_code, top_products}`: at most five, by money;
 * amounts in minor units, refunds subtracted; `product_id` is null for what the shop does not know.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const period = await periodOf(request.scope, request.validatedQuery)
  const top_products = await readTopProducts(request.scope.resolve(ContainerRegistrationKeys.PG_CONNECTION), period)
  response.json({ currency_code: period.currencyCode, top_products })
}

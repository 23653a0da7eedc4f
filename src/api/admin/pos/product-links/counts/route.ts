import { countLinks } from "../../../../../workflows/catalogue/list-links"
import { productLinkCountsRoute } from "../middlewares"

/**
 * `GET /admin/pos/product-links/counts` → `{counts: [{state, count, count_is_lower_bound}]}`: how many products are in each
 * state, of those that match; null where a searched word is in more titles than are counted.
 */
export const GET = productLinkCountsRoute.handle(async (request, response) => {
  response.json({ counts: await countLinks(request.scope, request.validatedQuery) })
})

import { countLinks } from "../../../../../features/catalog"
import { productLinkCountsQuerySchema } from "../validators"
import { defineRead } from "../../../../utils/define-route"

/**
 * `GET /admin/pos/product-links/counts` → `{counts: [{state, count, count_is_lower_bound}]}`: the number of matching
 * products by state; null where a search word matches more titles than are counted.
 */
export const GET = defineRead({
  access: "view",
  query: productLinkCountsQuerySchema,
}).handle(async (request, response) => {
  response.json({ counts: await countLinks(request.scope, request.validatedQuery) })
})

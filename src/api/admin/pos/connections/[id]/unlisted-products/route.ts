import { listUnlisted } from "../../../../../../features/catalog"
import { pathId } from "../../../../../utils/schemas"
import { unlistedProductListQuerySchema } from "../../validators"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/connections/:id/unlisted-products` → `{unlisted_products, counts: [{reason, count}], count, offset,
 * limit}`: the store's products that are not at the POS, by id, each with its status in the store, the reason, and as
 * `error` why it was rejected or why the last attempt to send it failed. `counts`: the products that `q` finds, by reason.
 */
export const GET = defineRead({
  access: "view",
  query: unlistedProductListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset } = request.validatedQuery
  const { products, ...counted } = await listUnlisted(request.scope, pathId(request), request.validatedQuery)
  response.json({ unlisted_products: products, ...counted, offset, limit })
})

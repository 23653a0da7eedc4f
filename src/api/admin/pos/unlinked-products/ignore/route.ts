import { posIgnoreProductsWorkflow } from "../../../../../workflows"
import { ignoreRoute } from "../middlewares"

/**
 * `POST /admin/pos/unlinked-products/ignore` with `{connection_id, ids, ignored}` → `{changed}`: ignored POS products
 * stay at the POS and are no longer listed as open; `ignored: false` opens them again. 404 for an unknown connection.
 */
export const POST = ignoreRoute.handle(async (request, response) => {
  const { result } = await posIgnoreProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

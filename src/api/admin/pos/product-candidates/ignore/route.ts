import { posIgnoreProductsWorkflow } from "../../../../../workflows"
import { ignoreRoute } from "../middlewares"

/**
 * `POST /admin/pos/product-candidates/ignore` with `{connection_id, ids, ignored}` → `{changed}`: ignored candidates are
 * left at the counter and no longer offered; `ignored: false` offers them again. 404 for an unknown connection.
 */
export const POST = ignoreRoute.handle(async (request, response) => {
  const { result } = await posIgnoreProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

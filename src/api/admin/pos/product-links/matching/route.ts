import { posChangeMatchingWorkflow } from "../../../../../workflows"
import { countAllLinks } from "../../../../../features/catalog"
import { bulkRoute, matchingRoute } from "../middlewares"

/**
 * `GET /admin/pos/product-links/matching` → `{count}`: the exact number of matching products, for confirmation before a
 * bulk action.
 */
export const GET = matchingRoute.handle(async (request, response) => {
  response.json({ count: await countAllLinks(request.scope, request.validatedQuery) })
})

/**
 * `POST /admin/pos/product-links/matching {connection_id, state, q, action}` runs a bulk action on all matching
 * products in the background → 202 `{run_id, total}`. Actions: `push`, `barcodes`, `include`, `exclude`, `auto`.
 */
export const POST = bulkRoute.handle(async (request, response) => {
  const { result } = await posChangeMatchingWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

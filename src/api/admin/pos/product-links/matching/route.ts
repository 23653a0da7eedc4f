import { posChangeMatchingWorkflow } from "../../../../../workflows"
import { countAllLinks } from "../../../../../workflows/catalogue/list-links"
import { bulkRoute, matchingRoute } from "../middlewares"

/** `GET /admin/pos/product-links/matching` → `{count}`: how many products match, exactly, before something is done with all. */
export const GET = matchingRoute.handle(async (request, response) => {
  response.json({ count: await countAllLinks(request.scope, request.validatedQuery) })
})

/**
 * `POST /admin/pos/product-links/matching {connection_id, state, q, action}` does something with all products that match,
 * as a run in the background → 202 `{run_id, total}`. Actions: `push`, `barcodes`, `include`, `exclude`, `auto`.
 */
export const POST = bulkRoute.handle(async (request, response) => {
  const { result } = await posChangeMatchingWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

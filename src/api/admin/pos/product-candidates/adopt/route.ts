import { posAdoptProductsWorkflow } from "../../../../../workflows"
import { adoptRoute } from "../middlewares"

/**
 * `POST /admin/pos/product-candidates/adopt` gives candidates a product in the shop: the one that is named, or a draft with
 * the counter's name, prices and stock → `{adopted: [{id, product_id}], failed: [{id, reason}]}`. A draft stays at the
 * counter as it is until it is published; one that is named is brought in line with the shop at once. Candidates that
 * were adopted already or are gone stand in neither list. 404 for an unknown connection, 400 for a disconnected one.
 */
export const POST = adoptRoute.handle(async (request, response) => {
  const { connection_id, candidates } = request.validatedBody
  const { result } = await posAdoptProductsWorkflow(request.scope).run({
    input: {
      connection_id,
      candidates: candidates.map(({ id, product_id }) => ({ id, product_id: product_id ?? null })),
    },
  })
  response.json(result)
})

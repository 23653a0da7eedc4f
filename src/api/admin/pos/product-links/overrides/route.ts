import { posOverrideProductWorkflow } from "../../../../../workflows"
import { overridesRoute } from "../middlewares"

/**
 * `POST /admin/pos/product-links/overrides` sets what the POS shows of a product instead of the store's own values.
 * 404: not linked.
 */
export const POST = overridesRoute.handle(async (request, response) => {
  const { result } = await posOverrideProductWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

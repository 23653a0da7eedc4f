import { posOverrideProductWorkflow } from "../../../../../workflows"
import { overridesRoute } from "../middlewares"

/** `POST /admin/pos/product-links/overrides`: what the till shows of a product instead of the shop's own. 404: not linked. */
export const POST = overridesRoute.handle(async (request, response) => {
  const { result } = await posOverrideProductWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

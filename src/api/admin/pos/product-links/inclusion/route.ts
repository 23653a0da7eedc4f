import { posIncludeProductsWorkflow } from "../../../../../workflows"
import { inclusionRoute } from "../middlewares"

/** `POST /admin/pos/product-links/inclusion` includes or excludes products of a connection → `{changed}`. */
export const POST = inclusionRoute.handle(async (request, response) => {
  const { result } = await posIncludeProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

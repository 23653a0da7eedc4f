import { posRetryProductsWorkflow } from "../../../../../workflows"
import { pushProductsRoute } from "../middlewares"

/** `POST /admin/pos/product-links/push` pushes products of a connection again now → 202 `{marked}`. */
export const POST = pushProductsRoute.handle(async (request, response) => {
  const { result } = await posRetryProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

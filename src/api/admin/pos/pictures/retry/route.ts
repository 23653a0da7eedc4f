import { posRetryPicturesWorkflow } from "../../../../../workflows"
import { retryPicturesRoute } from "../middlewares"

/** `POST /admin/pos/pictures/retry {connection_id}` retries the images that failed → 202 `{pictures, products}`. */
export const POST = retryPicturesRoute.handle(async (request, response) => {
  const { result } = await posRetryPicturesWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

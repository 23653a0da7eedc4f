import { posRetryImagesWorkflow } from "../../../../../workflows"
import { retryImagesRoute } from "../middlewares"

/** `POST /admin/pos/images/retry {connection_id}` retries the images that failed → 202 `{images, products}`. */
export const POST = retryImagesRoute.handle(async (request, response) => {
  const { result } = await posRetryImagesWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

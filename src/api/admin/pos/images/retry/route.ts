import { posRetryImagesWorkflow } from "../../../../../workflows"
import { retryImagesBodySchema } from "../validators"
import { connectionOfBody } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/** `POST /admin/pos/images/retry {connection_id}` retries the images that failed → 202 `{images, products}`. */
export const POST = defineChange({
  access: "operate",
  body: retryImagesBodySchema,
  audit: { kind: "images-again", connectionId: connectionOfBody },
}).handle(async (request, response) => {
  const { result } = await posRetryImagesWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

import { posRetryProductsWorkflow } from "../../../../../workflows"
import { pushProductsBodySchema } from "../validators"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/** `POST /admin/pos/product-links/push` pushes products of a connection again now → 202 `{marked}`. */
export const POST = defineChange({
  access: "operate",
  body: pushProductsBodySchema,
  audit: {
    kind: "push-again",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { product_ids } }) => ({ products: toNamedIds(product_ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posRetryProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(202).json(result)
})

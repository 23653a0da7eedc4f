import { posIncludeProductsWorkflow } from "../../../../../workflows"
import { inclusionBodySchema } from "../validators"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/** `POST /admin/pos/product-links/inclusion` includes or excludes products of a connection → `{changed}`. */
export const POST = defineChange({
  access: "operate",
  body: inclusionBodySchema,
  audit: {
    kind: "include",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { product_ids, inclusion } }) => ({ products: toNamedIds(product_ids), inclusion }),
  },
}).handle(async (request, response) => {
  const { result } = await posIncludeProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

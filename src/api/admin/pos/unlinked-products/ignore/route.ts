import { posIgnoreProductsWorkflow } from "../../../../../workflows"
import { ignoreBodySchema } from "../validators"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/unlinked-products/ignore` with `{connection_id, ids, ignored}` → `{changed}`: ignored POS products
 * stay at the POS and are no longer listed as open; `ignored: false` opens them again. 404 for an unknown connection.
 */
export const POST = defineChange({
  access: "operate",
  body: ignoreBodySchema,
  audit: {
    kind: "ignore-candidates",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { ids, ignored } }) => ({ candidates: toNamedIds(ids), ignored }),
  },
}).handle(async (request, response) => {
  const { result } = await posIgnoreProductsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

import { posOverrideProductWorkflow } from "../../../../../workflows"
import { overridesBodySchema } from "../validators"
import { connectionOfBody } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/product-links/overrides` sets what the POS shows of a product instead of the store's own values.
 * 404: not linked.
 */
export const POST = defineChange({
  access: "operate",
  body: overridesBodySchema,
  audit: {
    kind: "override",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { product_id } }) => ({ product_id }),
    watch: async (pos, connection, { validatedBody: { product_id } }) => {
      const [link] = await pos.listPosProductLinks({ connection_id: connection.id, product_id })
      return { overrides: link?.overrides ?? null }
    },
  },
}).handle(async (request, response) => {
  const { result } = await posOverrideProductWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

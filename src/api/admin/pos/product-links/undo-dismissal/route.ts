import { posUndoRejectionDismissalsWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { undoBodySchema } from "../../../../utils/schemas"

/**
 * `POST /admin/pos/product-links/undo-dismissal` makes dismissed products issues again, by the ids of their links →
 * `{undone}`. The reason is removed from them; the activity log keeps it.
 */
export const POST = defineChange({
  access: "operate",
  body: undoBodySchema,
  audit: {
    kind: "undo-products-dismissal",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ products: toNamedIds(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posUndoRejectionDismissalsWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

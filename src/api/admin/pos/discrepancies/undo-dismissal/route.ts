import { posReopenMoneyWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { undoBodySchema } from "../../../../utils/schemas"

/**
 * `POST /admin/pos/discrepancies/undo-dismissal` opens ignored discrepancies again → `{undone}`. One whose subject has an open
 * one already stays ignored.
 */
export const POST = defineChange({
  access: "operate",
  body: undoBodySchema,
  audit: {
    kind: "reopen-money",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ differences: toNamedIds(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posReopenMoneyWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

import { posReopenDifferencesWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { undoBodySchema } from "../../../../utils/schemas"

/**
 * `POST /admin/pos/stock-differences/undo-dismissal` opens ignored differences again → `{undone}`. A difference whose variant
 * has an open one already stays ignored.
 */
export const POST = defineChange({
  access: "operate",
  body: undoBodySchema,
  audit: {
    kind: "reopen-differences",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ differences: toNamedIds(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posReopenDifferencesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

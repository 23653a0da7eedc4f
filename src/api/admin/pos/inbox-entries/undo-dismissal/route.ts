import { posUndoInboxDismissalWorkflow } from "../../../../../workflows"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { undoBodySchema } from "../../../../utils/schemas"

/**
 * `POST /admin/pos/inbox-entries/undo-dismissal` returns dismissed entries to the dead ones → `{undone}`. The reason is
 * removed from the entries; the activity log keeps it.
 */
export const POST = defineChange({
  access: "operate",
  body: undoBodySchema,
  audit: {
    kind: "undo-dismissal",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ entries: toNamedIds(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posUndoInboxDismissalWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

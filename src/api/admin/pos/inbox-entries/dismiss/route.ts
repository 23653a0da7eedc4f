import { posDismissInboxWorkflow } from "../../../../../workflows"
import { dismissBodySchema } from "../validators"
import { connectionOfBody, toNamedIds, reasoned } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/inbox-entries/dismiss` dismisses dead entries, with a reason → `{dismissed}`. They can still be
 * replayed by their ids, and the dismissal can be undone.
 */
export const POST = defineChange({
  access: "operate",
  body: dismissBodySchema,
  audit: {
    kind: "dismiss",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { ids, reason } }) => ({ entries: toNamedIds(ids), ...reasoned(reason) }),
  },
}).handle(async (request, response) => {
  const { result } = await posDismissInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

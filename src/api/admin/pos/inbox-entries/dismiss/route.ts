import { posDismissInboxWorkflow } from "../../../../../workflows"
import { dismissBodySchema } from "../validators"
import { connectionOfBody, named } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/inbox-entries/dismiss` dismisses dead entries → `{dismissed}`. They can still be replayed by their
 * ids.
 */
export const POST = defineChange({
  access: "operate",
  body: dismissBodySchema,
  audit: {
    kind: "dismiss",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ entries: named(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posDismissInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

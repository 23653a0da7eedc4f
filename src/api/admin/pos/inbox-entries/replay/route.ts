import { posReplayInboxWorkflow } from "../../../../../workflows"
import { replayBodySchema } from "../validators"
import { connectionOfBody, toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/** `POST /admin/pos/inbox-entries/replay` processes dead entries again → `{replayed}`. */
export const POST = defineChange({
  access: "operate",
  body: replayBodySchema,
  audit: {
    kind: "replay",
    connectionId: connectionOfBody,
    asked: ({ validatedBody }) => ({ entries: toNamedIds(validatedBody.ids) }),
  },
}).handle(async (request, response) => {
  const { result } = await posReplayInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

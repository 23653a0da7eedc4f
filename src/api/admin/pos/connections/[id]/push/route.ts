import { posStartPushWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { startPushBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/** `POST /admin/pos/connections/:id/push {reset?}` starts a full sync → 202 `{run_id, total}`. */
export const POST = defineChange({
  access: "operate",
  body: startPushBodySchema,
  audit: {
    kind: "push",
    connectionId: connectionOfPath,
    asked: ({ validatedBody: { reset } }) => ({ reset }),
  },
}).handle(async (request, response) => {
  const { result } = await posStartPushWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reset: request.validatedBody.reset },
  })
  response.status(202).json({ run_id: result.run_id, total: result.total })
})

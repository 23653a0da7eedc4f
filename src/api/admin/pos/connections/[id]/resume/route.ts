import { posResumeConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection, getState } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/resume` resumes a paused connection and everything that waited → `{connection}`. 404
 * when unknown, 400 when disconnected.
 */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "resume", connectionId: connectionOfPath, watch: getState },
}).handle(async (request, response) => {
  const id = pathId(request)
  await posResumeConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

import { posResumeConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { getState } from "../../state-of"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"

/**
 * `POST /admin/pos/connections/:id/resume` resumes a paused connection and everything that waited → `{connection}`. 404
 * when unknown, 400 when disconnected.
 */
export const POST = defineBareChange({ kind: "resume", connectionId: namedInPath, watch: getState })(async (
  request,
  response
) => {
  const id = pathId(request)
  await posResumeConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

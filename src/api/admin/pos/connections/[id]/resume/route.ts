import { posResumeConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { stateOf } from "../../state-of"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/id-schema"

/** `POST /admin/pos/connections/:id/resume` goes on with everything that waited → `{connection}`. 404 when unknown, 400 when disconnected. */
export const POST = defineBareChange({ kind: "resume", connectionId: namedInPath, watch: stateOf })(async (
  request,
  response
) => {
  const id = pathId(request)
  await posResumeConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

import { posPauseConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { stateOf } from "../../state-of"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/id-schema"

/** `POST /admin/pos/connections/:id/pause` pauses: the service's notifications are still kept, nothing is sent and nothing mirrored → `{connection}`. 404 when unknown, 400 when disconnected. */
export const POST = defineBareChange({ kind: "pause", connectionId: namedInPath, watch: stateOf })(async (
  request,
  response
) => {
  const id = pathId(request)
  await posPauseConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

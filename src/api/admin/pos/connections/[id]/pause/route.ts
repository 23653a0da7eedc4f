import { posPauseConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { getState } from "../../state-of"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"

/**
 * `POST /admin/pos/connections/:id/pause` pauses a connection: the POS's notifications are still stored, but nothing is
 * sent or imported → `{connection}`. 404 when unknown, 400 when disconnected.
 */
export const POST = defineBareChange({ kind: "pause", connectionId: namedInPath, watch: getState })(async (
  request,
  response
) => {
  const id = pathId(request)
  await posPauseConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

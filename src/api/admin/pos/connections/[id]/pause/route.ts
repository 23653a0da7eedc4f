import { posPauseConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { pathId } from "../../../../../utils/schemas"
import { pauseRoute } from "../../action-middlewares"

/**
 * `POST /admin/pos/connections/:id/pause` pauses a connection: the POS's notifications are still stored, but nothing is
 * sent or imported → `{connection}`. 404 when unknown, 400 when disconnected.
 */
export const POST = pauseRoute.handle(async (request, response) => {
  const id = pathId(request)
  await posPauseConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

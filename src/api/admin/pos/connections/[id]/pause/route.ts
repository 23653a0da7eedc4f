import { posPauseConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection, getState } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/pause` pauses a connection: the POS's notifications are still stored, but nothing is
 * sent or imported → `{connection}`. 404 when unknown, 400 when disconnected.
 */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "pause", connectionId: connectionOfPath, watch: getState },
}).handle(async (request, response) => {
  const id = pathId(request)
  await posPauseConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

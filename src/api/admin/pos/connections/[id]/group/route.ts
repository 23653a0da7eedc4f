import { POS_MODULE } from "../../../../../../modules/pos"
import { pathId } from "../../../../../utils/schemas"
import { answerConnection } from "../../present"
import { groupBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/group` with `{group_name}` puts a connection in a group, such as a town or a client,
 * or with null in none → `{connection}`. Groups only filter lists and the overview. 404 when unknown.
 */
export const POST = defineChange({
  access: "manage",
  body: groupBodySchema,
  audit: {
    kind: "group",
    connectionId: connectionOfPath,
    watch: (_pos, { group_name }) => ({ group_name }),
  },
}).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const { id } = await pos.findConnection(pathId(request))
  await pos.updatePosConnections({ id, ...request.validatedBody })
  await answerConnection(request, response, id)
})

import { POS_MODULE } from "../../../../../../modules/pos"
import { pathId } from "../../../../../utils/id-schema"
import { answerConnection } from "../../answer-connection"
import { groupRoute } from "../../settings-middlewares"

/**
 * `POST /admin/pos/connections/:id/group` with `{group_name}` files a connection under a group, such as a town or a
 * client, or with null under none → `{connection}`. Lists and the overview are narrowed by it; nothing else depends on
 * it. 404 when unknown.
 */
export const POST = groupRoute.handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const { id } = await pos.findConnection(pathId(request))
  await pos.updatePosConnections({ id, ...request.validatedBody })
  await answerConnection(request, response, id)
})

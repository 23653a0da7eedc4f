import { posDecideDifferencesWorkflow } from "../../../../../workflows"
import { decideDifferencesRoute } from "../middlewares"

/**
 * `POST /admin/pos/stock-differences/decide` `{connection_id, decision, ids?}` settles open differences for the shop, for
 * the counter, or leaves them → `{decided}`. Without ids all of the connection's.
 */
export const POST = decideDifferencesRoute.handle(async (request, response) => {
  const { result } = await posDecideDifferencesWorkflow(request.scope).run({ input: request.validatedBody })
  response.json({ decided: result.decided })
})

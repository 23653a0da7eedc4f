import { posFinishSignInWorkflow } from "../../../../../workflows"
import { finishSignInRoute } from "../middlewares"

/**
 * `POST /admin/pos/authorizations/complete` `{state, code}` takes up the sign-in that the service has sent back →
 * `{authorization_id, connection_id}`. Works once, within half an hour, for who began it; 400 otherwise.
 */
export const POST = finishSignInRoute.handle(async (request, response) => {
  const { result } = await posFinishSignInWorkflow(request.scope).run({
    input: { actor_id: request.auth_context.actor_id, ...request.validatedBody },
  })
  response.json(result)
})

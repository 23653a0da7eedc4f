import { posFinishSignInWorkflow } from "../../../../../workflows"
import { finishSignInRoute } from "../middlewares"

/**
 * `POST /admin/pos/authorizations/complete` `{state, code}` finishes a sign-in after the POS's redirect →
 * `{authorization_id, connection_id}`. It works once, within half an hour, for the user who started it; 400 otherwise.
 */
export const POST = finishSignInRoute.handle(async (request, response) => {
  const { result } = await posFinishSignInWorkflow(request.scope).run({
    input: { actor_id: request.auth_context.actor_id, ...request.validatedBody },
  })
  response.json(result)
})

import { posFinishSignInWorkflow } from "../../../../../workflows"
import { finishSignInBodySchema } from "../validators"
import { notAudited } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"

/**
 * `POST /admin/pos/authorizations/complete` `{state, code}` finishes a sign-in after the POS's redirect →
 * `{authorization_id, connection_id}`. It works once, within half an hour, for the user who started it; 400 otherwise.
 */
export const POST = defineChange({
  access: "manage",
  body: finishSignInBodySchema,
  audit: notAudited("what is done with the sign-in is decided by connecting, or as a new key"),
}).handle(async (request, response) => {
  const { result } = await posFinishSignInWorkflow(request.scope).run({
    input: { actor_id: request.auth_context.actor_id, ...request.validatedBody },
  })
  response.json(result)
})

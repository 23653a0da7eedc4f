import { posStartSignInWorkflow } from "../../../../workflows"
import { startSignInBodySchema } from "./validators"
import { notAudited } from "../../../utils/audit"
import { defineChange } from "../../../utils/define-route"

/**
 * `POST /admin/pos/authorizations` `{connection_id?}` starts a sign-in at the POS (authorization code grant with state
 * and PKCE) → 201 `{authorization_id, url}`: the address for the browser. 400 when the option oauth is not set.
 */
export const POST = defineChange({
  access: "manage",
  body: startSignInBodySchema,
  audit: notAudited("nothing is connected yet"),
}).handle(async (request, response) => {
  const { result } = await posStartSignInWorkflow(request.scope).run({
    input: { actor_id: request.auth_context.actor_id, ...request.validatedBody },
  })
  response.status(201).json(result)
})

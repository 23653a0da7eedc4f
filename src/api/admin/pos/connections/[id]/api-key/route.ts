import { posRotateKeyWorkflow } from "../../../../../../workflows"
import { answerConnection, getState } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { rotateKeyBodySchema } from "../../validators"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/api-key` `{api_key}` or `{authorization_id}` replaces the credentials by another key
 * or sign-in of the same organization → `{connection}`. 400 with a `code` when it does not work, lacks a scope or
 * belongs to another organization.
 */
export const POST = defineChange({
  access: "manage",
  body: rotateKeyBodySchema,
  audit: { kind: "new-key", connectionId: connectionOfPath, watch: getState },
}).handle(async (request, response) => {
  const connection_id = pathId(request)
  await posRotateKeyWorkflow(request.scope).run({ input: { connection_id, ...request.validatedBody } })
  await answerConnection(request, response, connection_id)
})

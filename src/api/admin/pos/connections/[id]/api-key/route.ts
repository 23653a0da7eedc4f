import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posRotateKeyWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../../answer-connection"
import type { RotateKeyBody } from "../../validators"
import { pathId } from "../../../../../id-schema"

/**
 * `POST /admin/pos/connections/:id/api-key` `{api_key}` or `{authorization_id}` puts another key or sign-in of the same
 * organisation in place → `{connection}`. 400 with a `code` when it does not work, lacks a scope or belongs to another organisation.
 */
export async function POST(
  request: AuthenticatedMedusaRequest<RotateKeyBody>,
  response: MedusaResponse
): Promise<void> {
  const connection_id = pathId(request)
  await posRotateKeyWorkflow(request.scope).run({ input: { connection_id, ...request.validatedBody } })
  await answerConnection(request, response, connection_id)
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posConfirmProfileWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../../answer-connection"
import type { ConfirmProfileBody } from "../../validators"
import { pathId } from "../../../../../id-schema"

/**
 * `POST /admin/pos/connections/:id/profile` with `{region_id?}`: a person has seen the connection's `profile_warning` →
 * `{connection}` without it. After a change of currency `region_id` names a region with the new one; the connection goes
 * on and all prices are sent anew. 400 with the code `pos_currency_mismatch` for a region that does not fit or is
 * missing, 400 when there is nothing to confirm, 404 when unknown.
 */
export async function POST(
  request: AuthenticatedMedusaRequest<ConfirmProfileBody>,
  response: MedusaResponse
): Promise<void> {
  const id = pathId(request)
  await posConfirmProfileWorkflow(request.scope).run({ input: { connection_id: id, ...request.validatedBody } })
  await answerConnection(request, response, id)
}

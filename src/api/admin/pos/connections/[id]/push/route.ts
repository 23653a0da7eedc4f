import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posStartPushWorkflow } from "../../../../../../workflows"
import type { StartPushBody } from "../../../push-validators"

/** `POST /admin/pos/connections/:id/push {reset?}` starts a full sync → 202 `{run_id, total}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<StartPushBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posStartPushWorkflow(request.scope).run({
    input: { connection_id: request.params.id ?? "", reset: request.validatedBody.reset },
  })
  response.status(202).json({ run_id: result.run_id, total: result.total })
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posStartPushWorkflow } from "../../../../../../workflows"
import type { StartPushBody } from "../../../push-validators"
import { pathId } from "../../../../../id-schema"

/** `POST /admin/pos/connections/:id/push {reset?}` starts a full sync → 202 `{run_id, total}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<StartPushBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posStartPushWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reset: request.validatedBody.reset },
  })
  response.status(202).json({ run_id: result.run_id, total: result.total })
}

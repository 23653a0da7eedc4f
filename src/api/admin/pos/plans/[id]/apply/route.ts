import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posApplyPlanWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"

/** `POST /admin/pos/plans/:id/apply` → 202 `{run_id, applied: {linked, created, left_out}}`. 400 when it is no draft. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { result } = await posApplyPlanWorkflow(request.scope).run({ input: pathId(request) })
  response.status(202).json({ run_id: result.run_id, applied: result.applied })
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posReconcileStockWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"

/** `POST …/connections/:id/reconcile` compares the levels of both sides, as a run → 202 `{run_id}`. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { result } = await posReconcileStockWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reason: "by-hand" },
  })
  response.status(202).json(result)
}

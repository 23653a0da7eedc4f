import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { posControlRunWorkflow } from "../../../../../../workflows"
import { presentRun } from "../../../present-run"
import type { RunActionBody } from "../../../push-validators"
import { pathId } from "../../../../../id-schema"

/** `POST /admin/pos/runs/:id/actions {action: "pause" | "resume" | "cancel"}` → `{run}`. 400 when it has ended. */
export async function POST(
  request: AuthenticatedMedusaRequest<RunActionBody>,
  response: MedusaResponse
): Promise<void> {
  const id = pathId(request)
  await posControlRunWorkflow(request.scope).run({ input: { run_id: id, action: request.validatedBody.action } })
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ run: presentRun(await pos.retrievePosRun(id), await pos.now()) })
}

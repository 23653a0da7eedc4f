import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posStartBackfillWorkflow } from "../../../../../../workflows"
import type { BackfillBody } from "../../../validators"
import { pathId } from "../../../../../id-schema"

/**
 * `POST …/connections/:id/backfill` `{since}` brings the receipts since that day into the shop, as a run that goes on
 * by itself → 202 `{run_id}`. 400 when they are there already or a backfill is under way.
 */
export async function POST(request: AuthenticatedMedusaRequest<BackfillBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posStartBackfillWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.status(202).json(result)
}

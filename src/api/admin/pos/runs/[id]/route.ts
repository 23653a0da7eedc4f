import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { presentRun } from "../present"
import { pathId } from "../../../../utils/schemas"

/** `GET /admin/pos/runs/:id` → `{run}` with its rate and the remaining time. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ run: presentRun(await pos.findRun(pathId(request)), await pos.now()) })
}

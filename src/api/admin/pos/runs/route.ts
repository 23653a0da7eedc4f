import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentRun } from "../presenters"
import { runListQuerySchema } from "../validators"

/** `GET /admin/pos/runs` → `{runs, count, offset, limit}`, newest first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = runListQuerySchema.parse(request.validatedQuery)
  const [runs, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosRuns(filters, { take: limit, skip: offset, order: { created_at: "DESC" } })
  response.json({ runs: runs.map(presentRun), count, offset, limit })
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentRun } from "../present-run"
import { runListQuerySchema } from "../validators"

/** `GET /admin/pos/runs` → `{runs, count, offset, limit}`, newest first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = runListQuerySchema.parse(request.validatedQuery)
  const pos = request.scope.resolve(POS_MODULE)
  const page = { take: limit, skip: offset, order: { created_at: "DESC" as const } }
  const [runs, count] = await pos.listAndCountPosRuns(filters, page)
  const now = await pos.now()
  response.json({ runs: runs.map((run) => presentRun(run, now)), count, offset, limit })
}

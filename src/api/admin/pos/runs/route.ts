import { POS_MODULE } from "../../../../modules/pos"
import { presentRun } from "./present"
import { runListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/** `GET /admin/pos/runs` → `{runs, count, offset, limit}`, newest first. */
export const GET = defineRead({
  access: "view",
  query: runListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const page = { take: limit, skip: offset, order: { created_at: "DESC" as const } }
  const [runs, count] = await pos.listAndCountPosRuns(filters, page)
  const now = await pos.now()
  response.json({ runs: runs.map((run) => presentRun(run, now)), count, offset, limit })
})

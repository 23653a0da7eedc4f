import { posStartBackfillWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"
import { backfillRoute } from "../../middlewares"

/**
 * `POST …/connections/:id/backfill` `{since}` brings the receipts since that day into the shop, as a run that goes on
 * by itself → 202 `{run_id}`. 400 when they are there already or a backfill is under way.
 */
export const POST = backfillRoute.handle(async (request, response) => {
  const { result } = await posStartBackfillWorkflow(request.scope).run({
    input: { connection_id: pathId(request), ...request.validatedBody },
  })
  response.status(202).json(result)
})

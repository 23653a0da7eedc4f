import { posStartPushWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { startPushRoute } from "../../middlewares"

/** `POST /admin/pos/connections/:id/push {reset?}` starts a full sync → 202 `{run_id, total}`. */
export const POST = startPushRoute.handle(async (request, response) => {
  const { result } = await posStartPushWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reset: request.validatedBody.reset },
  })
  response.status(202).json({ run_id: result.run_id, total: result.total })
})

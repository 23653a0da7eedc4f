import { POS_MODULE } from "../../../../../../modules/pos"
import { posControlRunWorkflow } from "../../../../../../workflows"
import { presentRun } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { runActionRoute } from "../../middlewares"

/** `POST /admin/pos/runs/:id/actions {action: "pause" | "resume" | "cancel"}` → `{run}`. 400 when it has ended. */
export const POST = runActionRoute.handle(async (request, response) => {
  const id = pathId(request)
  await posControlRunWorkflow(request.scope).run({ input: { run_id: id, action: request.validatedBody.action } })
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ run: presentRun(await pos.findRun(id), await pos.now()) })
})

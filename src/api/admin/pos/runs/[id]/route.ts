import { POS_MODULE } from "../../../../../modules/pos"
import { presentRun } from "../present"
import { pathId } from "../../../../utils/schemas"
import { defineRead } from "../../../../utils/define-route"

/** `GET /admin/pos/runs/:id` → `{run}` with its rate and the remaining time. 404 when unknown. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ run: presentRun(await pos.findRun(pathId(request)), await pos.now()) })
})

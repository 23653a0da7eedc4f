import { POS_MODULE } from "../../../../../modules/pos"
import { presentPlan } from "../present"
import { pathId } from "../../../../utils/schemas"
import { planRoute } from "../middlewares"

/** `GET /admin/pos/plans/:id` → `{plan}` with the counts of its entries. 404 when unknown. */
export const GET = planRoute.handle(async (request, response) => {
  response.json({ plan: await presentPlan(request.scope.resolve(POS_MODULE), pathId(request)) })
})

import { POS_MODULE } from "../../../../../modules/pos"
import { presentPlan } from "../present"
import { pathId } from "../../../../utils/schemas"
import { defineRead } from "../../../../utils/define-route"

/** `GET /admin/pos/plans/:id` → `{plan}` with the counts of its entries. 404 when unknown. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  response.json({ plan: await presentPlan(request.scope.resolve(POS_MODULE), pathId(request)) })
})

import { POS_MODULE } from "../../../../../../modules/pos"
import { posMakePlanWorkflow } from "../../../../../../workflows"
import { presentPlan } from "../../../plans/present"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange, defineRead } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/connections/:id/plan` creates a plan that matches the store's products with the POS's, and holds the
 * push until it is applied → 201 `{plan}`. Nothing is written to the POS.
 */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "make-plan", connectionId: connectionOfPath },
}).handle(async (request, response) => {
  const { result } = await posMakePlanWorkflow(request.scope).run({ input: pathId(request) })
  response.status(201).json({ plan: await presentPlan(request.scope.resolve(POS_MODULE), result.plan_id) })
})

/** `GET …/plan` → `{plan}`: the connection's newest plan; null when there is none. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const [plan] = await pos.listPosPlans({ connection_id: pathId(request) }, { take: 1, order: { created_at: "DESC" } })
  response.json({ plan: plan ? await presentPlan(pos, plan.id) : null })
})

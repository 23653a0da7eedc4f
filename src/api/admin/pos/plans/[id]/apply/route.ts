import { posApplyPlanWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPlan } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST /admin/pos/plans/:id/apply` → 202 `{run_id, applied: {linked, created, left_out}}`. 400 when it is not a draft.
 */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "apply-plan", connectionId: connectionOfPlan },
}).handle(async (request, response) => {
  const { result } = await posApplyPlanWorkflow(request.scope).run({ input: pathId(request) })
  response.status(202).json({ run_id: result.run_id, applied: result.applied })
})

import { posApplyPlanWorkflow } from "../../../../../../workflows"
import { defineBareChange } from "../../../../../utils/define-route"
import { connectionOfPlan } from "../../connection-of-plan"
import { pathId } from "../../../../../utils/schemas"

/**
 * `POST /admin/pos/plans/:id/apply` → 202 `{run_id, applied: {linked, created, left_out}}`. 400 when it is not a draft.
 */
export const POST = defineBareChange({ kind: "apply-plan", connectionId: connectionOfPlan })(async (
  request,
  response
) => {
  const { result } = await posApplyPlanWorkflow(request.scope).run({ input: pathId(request) })
  response.status(202).json({ run_id: result.run_id, applied: result.applied })
})

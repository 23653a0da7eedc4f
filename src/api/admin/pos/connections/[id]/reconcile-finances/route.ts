import { posReconcileFinancesWorkflow } from "../../../../../../workflows"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"

/** `POST …/connections/:id/reconcile-finances` compares receipts, orders, purchases and payouts, as a run → 202 `{run_id}`. */
export const POST = defineBareChange({ kind: "reconcile-finances", connectionId: namedInPath })(async (
  request,
  response
) => {
  const { result } = await posReconcileFinancesWorkflow(request.scope).run({
    input: { connection_id: pathId(request) },
  })
  response.status(202).json(result)
})

import { posReconcileFinancesWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { reconcileFinancesRoute } from "../../action-middlewares"

/** `POST …/connections/:id/reconcile-finances` compares receipts, orders, purchases and payouts, as a run → 202 `{run_id}`. */
export const POST = reconcileFinancesRoute.handle(async (request, response) => {
  const { result } = await posReconcileFinancesWorkflow(request.scope).run({
    input: { connection_id: pathId(request) },
  })
  response.status(202).json(result)
})

import { posReconcileStockWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { reconcileStockRoute } from "../../action-middlewares"

/** `POST …/connections/:id/reconcile` compares the stock levels of both sides, as a run → 202 `{run_id}`. */
export const POST = reconcileStockRoute.handle(async (request, response) => {
  const { result } = await posReconcileStockWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reason: "by-hand" },
  })
  response.status(202).json(result)
})

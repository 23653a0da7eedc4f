import { posReconcileStockWorkflow } from "../../../../../../workflows"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"

/** `POST …/connections/:id/reconcile` compares the stock levels of both sides, as a run → 202 `{run_id}`. */
export const POST = defineBareChange({ kind: "reconcile", connectionId: namedInPath })(async (request, response) => {
  const { result } = await posReconcileStockWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reason: "by-hand" },
  })
  response.status(202).json(result)
})

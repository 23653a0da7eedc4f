import { posReconcileStockWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/** `POST …/connections/:id/reconcile` compares the stock levels of both sides, as a run → 202 `{run_id}`. */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "reconcile", connectionId: connectionOfPath },
}).handle(async (request, response) => {
  const { result } = await posReconcileStockWorkflow(request.scope).run({
    input: { connection_id: pathId(request), reason: "by-hand" },
  })
  response.status(202).json(result)
})

import { posReconcileFinancesWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { connectionOfPath } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/** `POST …/connections/:id/reconcile-finances` compares receipts, orders, purchases and payouts, as a run → 202 `{run_id}`. */
export const POST = defineChange({
  access: "operate",
  audit: { kind: "reconcile-finances", connectionId: connectionOfPath },
}).handle(async (request, response) => {
  const { result } = await posReconcileFinancesWorkflow(request.scope).run({
    input: { connection_id: pathId(request) },
  })
  response.status(202).json(result)
})

import { posCheckMoneyWorkflow } from "../../../../../../workflows"
import { namedInPath } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/id-schema"

/** `POST …/connections/:id/check-money` compares receipts, orders, purchases and payouts, as a run → 202 `{run_id}`. */
export const POST = defineBareChange({ kind: "check-money", connectionId: namedInPath })(async (request, response) => {
  const { result } = await posCheckMoneyWorkflow(request.scope).run({ input: { connection_id: pathId(request) } })
  response.status(202).json(result)
})

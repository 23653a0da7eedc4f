import { POS_MODULE } from "../../../../../../modules/pos"
import { posCatchUpWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { notAudited } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST …/connections/:id/check` checks the subscription and missed purchases now → `{subscription, found}`:
 * `unchecked` (just checked, or the POS is not reachable), `healthy`, `failing`, `keyless` (notifications are
 * rejected), `extended` or `made-again`; and the number of purchases that were missed.
 */
export const POST = defineChange({
  access: "operate",
  audit: notAudited("checks the POS now instead of a little later"),
}).handle(async (request, response) => {
  const { id } = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  const { result } = await posCatchUpWorkflow(request.scope).run({ input: { connection_id: id } })
  response.json(result)
})

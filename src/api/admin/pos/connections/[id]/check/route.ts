import { POS_MODULE } from "../../../../../../modules/pos"
import { posCatchUpWorkflow } from "../../../../../../workflows"
import { noDecision } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `POST …/connections/:id/check` looks at the subscription and for missed purchases now → `{subscription, found}`:
 * `unchecked` (just done, or the service is out of reach), `healthy`, `failing`, `keyless` (nothing can be taken),
 * `extended` or `made-again`, and how many purchases the shop had not heard of.
 */
export const POST = defineBareChange(noDecision("looks at the service now instead of a little later"))(async (
  request,
  response
) => {
  const { id } = await request.scope.resolve(POS_MODULE).findConnection(pathId(request))
  const { result } = await posCatchUpWorkflow(request.scope).run({ input: { connection_id: id } })
  response.json(result)
})

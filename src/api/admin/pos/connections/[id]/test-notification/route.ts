import { posTestNotificationWorkflow } from "../../../../../../workflows"
import { noDecision } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/schemas"

/**
 * `POST …/connections/:id/test-notification` makes the POS send a test message to the store → `{destination,
 * milliseconds}` when it has arrived. 400 with code `pos_destination_invalid` when it did not.
 */
export const POST = defineBareChange(noDecision("asks the POS for a message that means nothing"))(async (
  request,
  response
) => {
  const { result } = await posTestNotificationWorkflow(request.scope).run({ input: pathId(request) })
  response.json(result)
})

import { posTestNotificationWorkflow } from "../../../../../../workflows"
import { noDecision } from "../../../../../utils/decide"
import { defineBareChange } from "../../../../../utils/define-route"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `POST …/connections/:id/test-notification` has the service send a test message to the shop →
 * `{destination, milliseconds}` once it has arrived. 400 with code `pos_destination_invalid` when it did not.
 */
export const POST = defineBareChange(noDecision("asks the service for a message that means nothing"))(async (
  request,
  response
) => {
  const { result } = await posTestNotificationWorkflow(request.scope).run({ input: pathId(request) })
  response.json(result)
})

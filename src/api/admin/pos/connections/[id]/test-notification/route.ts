import { posTestNotificationWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { notAudited } from "../../../../../utils/audit"
import { defineChange } from "../../../../../utils/define-route"

/**
 * `POST …/connections/:id/test-notification` makes the POS send a test message to the store → `{destination,
 * milliseconds}` when it has arrived. 400 with code `pos_destination_invalid` when it did not.
 */
export const POST = defineChange({
  access: "operate",
  audit: notAudited("asks the POS for a message that means nothing"),
}).handle(async (request, response) => {
  const { result } = await posTestNotificationWorkflow(request.scope).run({ input: pathId(request) })
  response.json(result)
})

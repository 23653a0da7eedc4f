import { posDismissInboxWorkflow } from "../../../../../workflows"
import { dismissRoute } from "../middlewares"

/**
 * `POST /admin/pos/inbox-entries/dismiss` dismisses dead entries → `{dismissed}`. They can still be replayed by their
 * ids.
 */
export const POST = dismissRoute.handle(async (request, response) => {
  const { result } = await posDismissInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

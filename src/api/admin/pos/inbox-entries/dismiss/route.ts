import { posDismissInboxWorkflow } from "../../../../../workflows"
import { dismissRoute } from "../middlewares"

/** `POST /admin/pos/inbox-entries/dismiss` sets dead entries aside → `{dismissed}`. They can still be replayed by their ids. */
export const POST = dismissRoute.handle(async (request, response) => {
  const { result } = await posDismissInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

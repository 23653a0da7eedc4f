import { posReplayInboxWorkflow } from "../../../../../workflows"
import { replayRoute } from "../middlewares"

/** `POST /admin/pos/inbox-entries/replay` processes dead entries again → `{replayed}`. */
export const POST = replayRoute.handle(async (request, response) => {
  const { result } = await posReplayInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
})

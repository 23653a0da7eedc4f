import { posResumeConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { pathId } from "../../../../../utils/schemas"
import { resumeRoute } from "../../action-middlewares"

/**
 * `POST /admin/pos/connections/:id/resume` resumes a paused connection and everything that waited → `{connection}`. 404
 * when unknown, 400 when disconnected.
 */
export const POST = resumeRoute.handle(async (request, response) => {
  const id = pathId(request)
  await posResumeConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
})

import { listIssues } from "../../../../features/monitoring"
import { issueListRoute } from "./middlewares"

/** `GET /admin/pos/issues` → `{issues}`: issues of all connections that need a person, most urgent first. */
export const GET = issueListRoute.handle(async (request, response) => {
  const issues = await listIssues(request.scope)
  response.json({ issues })
})

import { ISSUES } from "../../../../contract/monitoring"
import { listIssues } from "../../../../features/monitoring"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/issues` → `{issues}`: issues of all connections that need a person, most urgent first, and those of one
 * `urgency` from the oldest: `loss` (sales stop or are missing, or money or stock is wrong), `waiting`, `hint`.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const issues = await listIssues(request.scope)
  response.json({ issues: issues.map((issue) => ({ ...issue, urgency: ISSUES[issue.kind].urgency })) })
})

import { listIssues } from "../../../../features/monitoring"
import { defineRead } from "../../../utils/define-route"

/** `GET /admin/pos/issues` → `{issues}`: issues of all connections that need a person, most urgent first. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const issues = await listIssues(request.scope)
  response.json({ issues })
})

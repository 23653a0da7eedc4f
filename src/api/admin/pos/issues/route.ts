import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listIssues } from "../../../../features/monitoring"

/** `GET /admin/pos/issues` → `{issues}`: issues of all connections that need a person, most urgent first. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const issues = await listIssues(request.scope)
  response.json({ issues })
}

import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { dryRun } from "../../../../../../workflows/push/dry-run"
import { dryRunQuerySchema } from "../../../push-validators"
import { pathId } from "../../../../../id-schema"

/**
 * `GET /admin/pos/connections/:id/dry-run?after=&limit=` → `{entries, next}`: what a full sync would create, change
 * (field by field), delete and reject, a page at a time. Nothing is written.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const page = dryRunQuerySchema.parse(request.validatedQuery)
  response.json(await dryRun(request.scope, pathId(request), page))
}

import { dryRun } from "../../../../../../features/catalog"
import { pathId } from "../../../../../utils/schemas"
import { dryRunQuerySchema } from "../../validators"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/connections/:id/dry-run?after=&limit=` → `{entries, next}`: what a full sync would create, change
 * (field by field), delete and reject, in pages. Nothing is written.
 */
export const GET = defineRead({
  access: "view",
  query: dryRunQuerySchema,
}).handle(async (request, response) => {
  const page = request.validatedQuery
  response.json(await dryRun(request.scope, pathId(request), page))
})

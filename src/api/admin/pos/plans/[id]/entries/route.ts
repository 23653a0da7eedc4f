import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { posDecidePlanWorkflow } from "../../../../../../workflows"
import { type PlanEntriesBody, planEntryListQuerySchema } from "../../../push-validators"
import { pathId } from "../../../../../id-schema"

/** `GET /admin/pos/plans/:id/entries?action=conflict` → `{entries, count, offset, limit}`. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = planEntryListQuerySchema.parse(request.validatedQuery)
  const [entries, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosPlanEntries(
      { plan_id: pathId(request), ...filters },
      { take: limit, skip: offset, order: { title: "ASC", id: "ASC" } }
    )
  response.json({ entries: entries.map(({ deleted_at: _deleted, ...entry }) => entry), count, offset, limit })
}

/** `POST /admin/pos/plans/:id/entries {entries: [{id, action, product_uuid?}]}` → `{changed}`. 400 when it is no draft. */
export async function POST(
  request: AuthenticatedMedusaRequest<PlanEntriesBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posDecidePlanWorkflow(request.scope).run({
    input: { plan_id: pathId(request), entries: request.validatedBody.entries },
  })
  response.json(result)
}

import { POS_MODULE } from "../../../../../../modules/pos"
import { posDecidePlanWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/schemas"
import { presentPlanEntry } from "../../present"
import { planEntryListQuerySchema, planEntriesBodySchema } from "../../validators"
import { defineRead, defineChange } from "../../../../../utils/define-route"
import { connectionOfPlan } from "../../connection-of-plan"
import { named } from "../../../../../utils/audit"

/** `GET /admin/pos/plans/:id/entries?action=conflict` → `{entries, count, offset, limit}`. */
export const GET = defineRead({
  access: "view",
  query: planEntryListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const [entries, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosPlanEntries(
      { plan_id: pathId(request), ...filters },
      { take: limit, skip: offset, order: { title: "ASC", id: "ASC" } }
    )
  response.json({ entries: entries.map(presentPlanEntry), count, offset, limit })
})

/**
 * `POST /admin/pos/plans/:id/entries {entries: [{id, action, product_uuid?}]}` → `{changed}`. 400 when it is not a
 * draft.
 */
export const POST = defineChange({
  access: "operate",
  body: planEntriesBodySchema,
  audit: {
    kind: "decide-plan",
    connectionId: connectionOfPlan,
    asked: ({ validatedBody: { entries } }) => ({
      entries: named(entries.map(({ id }) => id)),
      actions: [...new Set(entries.map(({ action }) => action))],
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posDecidePlanWorkflow(request.scope).run({
    input: { plan_id: pathId(request), entries: request.validatedBody.entries },
  })
  response.json(result)
})

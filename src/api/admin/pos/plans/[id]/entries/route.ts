import { POS_MODULE } from "../../../../../../modules/pos"
import { posDecidePlanWorkflow } from "../../../../../../workflows"
import { pathId, idSchema, MAX_NAMED, pageFields } from "../../../../../utils/schemas"
import { presentPlanEntry } from "../../present"
import { defineRead, defineChange } from "../../../../../utils/define-route"
import { connectionOfPlan, toNamedIds } from "../../../../../utils/audit"
import { z } from "zod"
import { PLAN_ACTIONS } from "../../../../../../contract/catalog"
import { uuidSchema } from "../../../../../../pos-api/contract"

/** Query of `GET /admin/pos/plans/:id/entries`. */
export const planEntryListQuerySchema = z.object({ ...pageFields, action: z.enum(PLAN_ACTIONS).optional() })

/** Body of `POST /admin/pos/plans/:id/entries`: the merchant's decisions on entries. */
export const planEntriesBodySchema = z.object({
  entries: z
    .array(
      z.object({
        id: idSchema,
        action: z.enum(PLAN_ACTIONS).exclude(["conflict"]),
        /** the POS product, for `link` */
        product_uuid: uuidSchema.optional(),
      })
    )
    .min(1)
    .max(MAX_NAMED),
})

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
      entries: toNamedIds(entries.map(({ id }) => id)),
      actions: [...new Set(entries.map(({ action }) => action))],
    }),
  },
}).handle(async (request, response) => {
  const { result } = await posDecidePlanWorkflow(request.scope).run({
    input: { plan_id: pathId(request), entries: request.validatedBody.entries },
  })
  response.json(result)
})

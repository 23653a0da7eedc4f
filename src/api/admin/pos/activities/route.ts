import type { InferTypeOf } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import type { PosActivity } from "../../../../modules/pos/models"
import { defineRead } from "../../../utils/define-route"
import { z } from "zod"
import { ACTIVITY_KINDS, ACTIVITY_STATES } from "../../../../contract/activity"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/activities`. */
export const activityListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  kind: z.enum(ACTIVITY_KINDS).optional(),
  state: z.enum(ACTIVITY_STATES).optional(),
})

/**
 * `GET /admin/pos/activities?connection_id=&kind=&state=` → `{activities, count, count_is_lower_bound, offset, limit}`:
 * decisions in the admin, and fields that the plugin restored at the POS (`restore-field`), latest first. `asked` is
 * the request, `before` and `after` are the changed values; never a secret. Without `connection_id` it includes
 * activities without a connection: barcodes, and failed attempts to connect.
 */
export const GET = defineRead({
  access: "view",
  query: activityListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "activities", filters, page: { limit, offset } })
  )
  const activities = inOrder(ids, await pos.listPosActivities({ id: ids }, { take: null }))
  response.json({ activities: activities.map(presentActivity), ...counted, offset, limit })
})

/** Converts a person's decision for the activity log. */
export function presentActivity(activity: InferTypeOf<typeof PosActivity>) {
  return {
    id: activity.id,
    connection_id: activity.connection_id,
    actor_type: activity.actor_type,
    actor_id: activity.actor_id,
    actor_name: activity.actor_name,
    kind: activity.kind,
    state: activity.state,
    asked: activity.asked,
    before: activity.before,
    after: activity.after,
    begun_at: activity.begun_at,
    created_at: activity.created_at,
    updated_at: activity.updated_at,
  }
}

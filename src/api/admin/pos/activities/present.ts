import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosActivity } from "../../../../modules/pos/models"

/** A decision of a person, as the activity log shows it. */
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

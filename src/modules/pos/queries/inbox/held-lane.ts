import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import { type InboxLane, oldestFirst } from "./lanes"

const heldSchema = z.object({ held: z.boolean() })

/** A run that began before has other reasons to be there still; the day keeps the look-up from reading years of runs. */
const LONGEST_SYNC = "1 day"

/**
 * Whether a lane waits for the end of a push of the whole catalogue, so that judging its echoes takes no time from it and
 * from sales; never once its oldest entry has waited for the lane's longest time.
 */
export async function isHeldBySync(
  sql: Sql,
  { condition, heldBySyncMs }: InboxLane,
  { connectionId, now }: { connectionId: string; now: Date }
): Promise<boolean> {
  if (heldBySyncMs === undefined) {
    return false
  }
  const [row] = await sql(
    heldSchema,
    `SELECT EXISTS (
       SELECT 1 FROM pos_run
       WHERE connection_id = ? AND created_at > ?::timestamptz - interval '${LONGEST_SYNC}' AND kind = 'push'
         AND state = 'running' AND deleted_at IS NULL)
     AND coalesce((
       SELECT created_at FROM pos_inbox_entry AS entry
       WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND ${condition}
       ORDER BY ${oldestFirst("entry")} LIMIT 1) > ?, false) AS held`,
    [connectionId, now, connectionId, new Date(now.getTime() - heldBySyncMs)]
  )
  return row?.held ?? false
}

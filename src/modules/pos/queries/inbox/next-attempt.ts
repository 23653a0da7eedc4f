import { z } from "@medusajs/framework/zod"
import { INBOX_BATCH, inboxLanes, oldestFirst } from "./lanes"
import type { Sql } from "../../database/sql"

const nextAttemptSchema = z.object({ next_attempt_at: z.date().nullable() })

/** Claims are of the oldest that wait in a lane, a batch at a time; further back none is looked for. */
export const OLDEST_LOOKED_AT = INBOX_BATCH

const earliestEndOfClaim = (condition: string) => `(
         SELECT min(claimed_until) FROM (
           SELECT claimed_until FROM pos_inbox_entry AS entry
           WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND ${condition}
           ORDER BY ${oldestFirst("entry")} LIMIT ?) AS oldest
         WHERE claimed_until > ?)`

/**
 * When the earliest of a connection's entries that became due after `since` may be tried; null when there is none. What
 * another process holds may be tried when its claim ends: it may have died.
 */
export async function nextInboxAttempt(sql: Sql, connectionId: string, since: Date): Promise<Date | null> {
  const [row] = await sql(
    nextAttemptSchema,
    `SELECT least(
       (SELECT min(next_attempt_at) FROM pos_inbox_entry
        WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND next_attempt_at > ?),
       ${inboxLanes.map(({ condition }) => earliestEndOfClaim(condition)).join(", ")}) AS next_attempt_at`,
    [connectionId, since, ...inboxLanes.flatMap(() => [connectionId, OLDEST_LOOKED_AT, since])]
  )
  return row?.next_attempt_at ?? null
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

const nextAttemptSchema = z.object({ next_attempt_at: z.date().nullable() })

/** When the earliest of a connection's entries that became due after `since` may be tried; null when there is none. */
export async function nextInboxAttempt(sql: Sql, connectionId: string, since: Date): Promise<Date | null> {
  const [row] = await sql(
    nextAttemptSchema,
    `SELECT min(next_attempt_at) AS next_attempt_at FROM pos_inbox_entry
     WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND next_attempt_at > ?`,
    [connectionId, since]
  )
  return row?.next_attempt_at ?? null
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

/** So many are gone within a moment, which nobody at a till notices. */
const LOOKED_AT_ONCE = 5_000

const prunedSchema = z.object({ looked_at: z.coerce.number(), pruned: z.coerce.number() })

/**
 * Forgets the oldest of a connection's entries that ended before a moment. Their effects keep natural keys of their own, so
 * a message that comes again after that still changes nothing. Dead entries stay until a person replays or dismisses them.
 * @returns whether there may be more of them
 */
export async function pruneInboxEntries(
  sql: Sql,
  { connectionId, state, before }: { connectionId: string; state: "done" | "ignored" | "dismissed"; before: Date }
): Promise<boolean> {
  const [row] = await sql(
    prunedSchema,
    // The oldest are looked at by an index; further back none is old enough, or nearly none.
    `WITH oldest AS (
       SELECT id, handled_at FROM pos_inbox_entry WHERE connection_id = ? AND state = ? AND deleted_at IS NULL
       ORDER BY sequence LIMIT ?
     ), pruned AS (
       DELETE FROM pos_inbox_entry WHERE id = ANY(ARRAY(SELECT id FROM oldest WHERE handled_at < ?)) RETURNING id
     )
     SELECT (SELECT count(*) FROM oldest) AS looked_at, (SELECT count(*) FROM pruned) AS pruned`,
    [connectionId, state, LOOKED_AT_ONCE, before]
  )
  return row !== undefined && row.pruned > 0 && row.pruned === row.looked_at
}

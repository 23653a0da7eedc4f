import { idRowSchema, type Sql } from "../../database/sql"

/**
 * Sets dead entries aside for good, by a person's decision: those that are named, or all of the connection. What waits or
 * has ended otherwise is not touched. Returns how many.
 */
export async function dismissInboxEntries(
  sql: Sql,
  now: Date,
  connectionId: string,
  ids: string[] | null
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry
     SET state = 'dismissed', next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, handled_at = ?, updated_at = ?
     WHERE deleted_at IS NULL AND state = 'dead' AND connection_id = ? ${ids === null ? "" : "AND id = ANY(?)"}
     RETURNING id`,
    [now, now, connectionId, ...(ids === null ? [] : [ids])]
  )
  return rows.length
}

import { idRowSchema, type Sql } from "../../database/sql"

/**
 * The connection was last heard when the youngest of these entries came, not when somebody got round to it: a backlog, or
 * an entry that is tried again, is no sign that notifications still arrive.
 */
export async function noteHeard(sql: Sql, connectionId: string, entryIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET last_notification_at = heard.at, updated_at = now()
     FROM (SELECT max(created_at) AS at FROM pos_inbox_entry WHERE id = ANY(?) AND source = 'webhook') AS heard
     WHERE id = ? AND heard.at > coalesce(last_notification_at, '-infinity') RETURNING id`,
    [entryIds, connectionId]
  )
}

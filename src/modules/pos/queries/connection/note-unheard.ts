import { idRowSchema, type Sql } from "../../database/sql"

/** Counts what a poll found that no notification had told of; a notification since the first of them begins it anew. */
export async function noteUnheard(sql: Sql, connectionId: string, found: number, now: Date): Promise<void> {
  if (found === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET unheard = heard.before + ?, updated_at = now(),
       unheard_since = CASE WHEN heard.before = 0 THEN ?::timestamptz ELSE unheard_since END
     FROM (SELECT id AS known, CASE WHEN last_notification_at > unheard_since THEN 0 ELSE unheard END AS before
           FROM pos_connection WHERE id = ?) AS heard
     WHERE id = heard.known RETURNING id`,
    [found, now, connectionId]
  )
}

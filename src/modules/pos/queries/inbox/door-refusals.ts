import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/** Refusals of one connection that one process has counted since it last wrote them down. */
export type CountedRefusals = { id: string; notifications: number; since: Date; last_at: Date }

/** Who is addressed by notifications for connections that there are none of. */
export const NO_CONNECTION = "unknown"

/** Adds what a process has counted, in one statement; after a day without any the count begins anew. */
export async function addDoorRefusals(sql: Sql, counted: CountedRefusals[]): Promise<void> {
  await sql(
    idRowSchema,
    `INSERT INTO pos_door_refusal AS known (id, notifications, since, last_at)
     SELECT id, notifications, since, last_at FROM json_to_recordset(?::json) AS counted(
       id text, notifications integer, since timestamptz, last_at timestamptz)
     ORDER BY id
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), last_at = GREATEST(known.last_at, excluded.last_at),
       notifications = excluded.notifications
         + CASE WHEN known.last_at < excluded.since - interval '1 day' THEN 0 ELSE known.notifications END,
       since = CASE WHEN known.last_at < excluded.since - interval '1 day' THEN excluded.since ELSE known.since END
     RETURNING id`,
    [jsonText(counted)]
  )
}

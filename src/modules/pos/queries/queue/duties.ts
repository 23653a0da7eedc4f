import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"

const nameSchema = z.object({ name: z.string() })

/** The duty that is called most often: what shows that workers and scheduler live. */
export const SWEEP_DUTY = "sweep"

/** Notes that Medusa's scheduler has called a duty, which ends its silence. */
export async function noteScheduled(sql: Sql, name: string, now: Date): Promise<void> {
  await sql(
    nameSchema,
    `INSERT INTO pos_duty (name, begun_at, scheduled_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at, scheduled_at = excluded.scheduled_at,
       alone_since = NULL, updated_at = now()
     RETURNING name`,
    [name, now, now]
  )
}

/**
 * Takes the duties that nobody has begun for as long as each may rest; another process that asks at the same time gets
 * none of them.
 * @returns the names of those to be done now
 */
export async function takeRested(
  sql: Sql,
  duties: { name: string; restSeconds: number }[],
  now: Date
): Promise<string[]> {
  const rows = await sql(
    nameSchema,
    `INSERT INTO pos_duty AS known (name, begun_at, alone_since)
     SELECT duty.name, moment.at, moment.at
     FROM json_to_recordset(?::json) AS duty(name text) CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ORDER BY duty.name
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at,
       alone_since = coalesce(known.alone_since, excluded.begun_at), updated_at = now()
       WHERE known.begun_at <= excluded.begun_at - make_interval(secs => (?::json ->> known.name)::float)
     RETURNING name`,
    [
      jsonText(duties.map(({ name }) => ({ name }))),
      now,
      jsonText(Object.fromEntries(duties.map(({ name, restSeconds }) => [name, restSeconds]))),
    ]
  )
  return rows.map(({ name }) => name)
}

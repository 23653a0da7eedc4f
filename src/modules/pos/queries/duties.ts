import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

const nameSchema = z.object({ name: z.string() })

/** Notes that Medusa's scheduler has called a duty. */
export async function noteScheduled(sql: Sql, name: string, now: Date): Promise<void> {
  await sql(
    nameSchema,
    `INSERT INTO pos_duty (name, begun_at, scheduled_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at, scheduled_at = excluded.scheduled_at, updated_at = now()
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
    `INSERT INTO pos_duty AS known (name, begun_at)
     SELECT duty.name, ?::timestamptz FROM json_to_recordset(?::json) AS duty(name text)
     ORDER BY duty.name
     ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at, updated_at = now()
       WHERE known.begun_at <= excluded.begun_at - make_interval(secs => (?::json ->> known.name)::float)
     RETURNING name`,
    [
      now,
      JSON.stringify(duties.map(({ name }) => ({ name }))),
      JSON.stringify(Object.fromEntries(duties.map(({ name, restSeconds }) => [name, restSeconds]))),
    ]
  )
  return rows.map(({ name }) => name)
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

const countedSchema = z.object({ id: z.string(), attempts: z.number() })

/**
 * Counts one more attempt of each of `ids` in windows of fixed length, for all processes of the shop.
 * @returns how many there were in the window, this one included, by id
 */
export async function countAttempts(
  sql: Sql,
  ids: string[],
  window: { now: Date; endsAt: Date }
): Promise<Map<string, number>> {
  const rows = await sql(
    countedSchema,
    `INSERT INTO pos_attempt_count AS known (id, window_ends_at, attempts)
     SELECT DISTINCT id, ?::timestamptz, 1 FROM jsonb_array_elements_text(?::jsonb) AS id ORDER BY id
     ON CONFLICT (id) DO UPDATE SET updated_at = now(),
       attempts = CASE WHEN known.window_ends_at <= ? THEN 1 ELSE known.attempts + 1 END,
       window_ends_at = CASE WHEN known.window_ends_at <= ? THEN excluded.window_ends_at ELSE known.window_ends_at END
     RETURNING id, attempts`,
    [window.endsAt, JSON.stringify(ids), window.now, window.now]
  )
  return new Map(rows.map(({ id, attempts }) => [id, attempts]))
}

/** Forgets windows that are over. */
export async function forgetAttempts(sql: Sql, now: Date): Promise<void> {
  await sql(z.unknown(), "DELETE FROM pos_attempt_count WHERE window_ends_at <= ?", [now])
}

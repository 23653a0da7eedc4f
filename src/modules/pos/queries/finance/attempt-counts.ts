import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const countedSchema = z.object({ attempts: z.number() })

/**
 * Spends one of the attempts that `id` has in a window of fixed length, for all processes of the shop. Where none is
 * left nothing is written, so that who asks on and on fills no table.
 * @returns false when none was left
 */
export async function spendAttempt(
  sql: Sql,
  id: string,
  { now, endsAt, most }: { now: Date; endsAt: Date; most: number }
): Promise<boolean> {
  const [counted] = await sql(
    countedSchema,
    `INSERT INTO pos_attempt_count AS known (id, window_ends_at, attempts)
     SELECT ?, ?::timestamptz, 1
     WHERE NOT EXISTS (SELECT 1 FROM pos_attempt_count WHERE id = ? AND window_ends_at > ? AND attempts >= ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = now(),
       attempts = CASE WHEN known.window_ends_at <= ? THEN 1 ELSE known.attempts + 1 END,
       window_ends_at = CASE WHEN known.window_ends_at <= ? THEN excluded.window_ends_at ELSE known.window_ends_at END
     RETURNING attempts`,
    [id, endsAt, id, now, most, now, now]
  )
  return counted !== undefined && counted.attempts <= most
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

/** What a bucket lets through: `interval_ms` between two tokens, and so many at once when it is full. */
export type BucketShape = { interval_ms: number; burst: number }

const stateSchema = z.object({ reserved: z.boolean(), full_at: z.date() })

/**
 * Takes a token of a bucket, in one statement that is exact however many processes ask at once. A bucket is one moment:
 * when it would be full again. A token moves that moment on by its interval, and may be used as soon as no more than
 * the burst is missing. Urgent callers may take tokens that are still to come; bulk callers take one of a full bucket
 * only, so that all but one of what it holds is always left for the urgent, and what comes to it is never wasted.
 * @param input.lead_ms how long before it is full a token of it may be used: 0 for bulk
 * @param input.until the latest moment for which a token is taken
 * @returns when the token may be used, or when it is worth asking again
 */
export async function takeToken(
  sql: Sql,
  input: { id: string; now: Date; until: Date; interval_ms: number; lead_ms: number }
): Promise<{ reserved: boolean; at: Date }> {
  const bindings = {
    ...{ id: input.id, now: input.now },
    interval: `${input.interval_ms} milliseconds`,
    /** the fullness at which the latest token that is taken may be used */
    latest: new Date(input.until.getTime() + input.lead_ms),
  }
  const rows = await sql(
    stateSchema,
    `WITH taken AS (
       INSERT INTO pos_rate_budget AS budget (id, full_at) VALUES (?, ?::timestamptz + ?::interval)
       ON CONFLICT (id) DO UPDATE SET updated_at = now(), full_at = GREATEST(budget.full_at, ?::timestamptz) + ?::interval
         WHERE GREATEST(budget.full_at, ?::timestamptz) <= ?::timestamptz
       RETURNING full_at)
     SELECT true AS reserved, full_at - ?::interval AS full_at FROM taken
     UNION ALL
     SELECT false, full_at FROM pos_rate_budget WHERE id = ? AND NOT EXISTS (SELECT 1 FROM taken)`,
    [
      ...[bindings.id, bindings.now, bindings.interval],
      ...[bindings.now, bindings.interval, bindings.now, bindings.latest],
      ...[bindings.interval, bindings.id],
    ]
  )
  const [state = { reserved: false, full_at: input.now }] = rows
  return { reserved: state.reserved, at: new Date(state.full_at.getTime() - input.lead_ms) }
}

/** Nobody takes a token before `until`, the one after which is the first. */
export async function emptyBucket(sql: Sql, input: { id: string; until: Date; lead_ms: number }): Promise<void> {
  await sql(
    z.unknown(),
    `INSERT INTO pos_rate_budget AS budget (id, full_at) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), full_at = GREATEST(budget.full_at, excluded.full_at)`,
    [input.id, new Date(input.until.getTime() + input.lead_ms)]
  )
}

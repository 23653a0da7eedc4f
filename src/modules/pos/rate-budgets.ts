import { z } from "zod"
import type { CallBudget, CallBudgets } from "../../pos-api/client"
import type { Clock } from "../../pos-api/clock"
import type { Sql } from "./database/sql"
import type { RateLimit, RateLimits } from "./options-schema"

/** Shape of a token bucket: `interval_ms` between two tokens, and at most `burst` tokens at once. */
type BucketShape = { interval_ms: number; burst: number }

const stateSchema = z.object({ reserved: z.boolean(), full_at: z.date() })

/**
 * Takes a token of a bucket, in one statement that is exact for any number of concurrent processes. A bucket is stored
 * as the moment at which it would be full again. A token moves that moment forward by its interval; it is usable when
 * at most the burst is missing. Urgent callers may take future tokens. Bulk callers take a token only of a full bucket,
 * so that all others stay available to urgent callers and no refill is wasted.
 * @param input.lead_ms how long before the bucket is full a token is usable, in milliseconds; 0 for bulk
 * @param input.until the latest moment for which a token is taken
 * @returns when the token is usable, or when to ask again
 */
async function takeToken(
  sql: Sql,
  input: { id: string; now: Date; until: Date; interval_ms: number; lead_ms: number }
): Promise<{ reserved: boolean; at: Date }> {
  const bindings = {
    id: input.id,
    now: input.now,
    interval: `${input.interval_ms} milliseconds`,
    /** the fill moment of the latest token that may be taken */
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
      bindings.id,
      bindings.now,
      bindings.interval,
      bindings.now,
      bindings.interval,
      bindings.now,
      bindings.latest,
      bindings.interval,
      bindings.id,
    ]
  )
  const [state = { reserved: false, full_at: input.now }] = rows
  return { reserved: state.reserved, at: new Date(state.full_at.getTime() - input.lead_ms) }
}

/** Empties a bucket: no token is usable before `until`. */
async function emptyBucket(sql: Sql, input: { id: string; until: Date; lead_ms: number }): Promise<void> {
  await sql(
    z.unknown(),
    `INSERT INTO pos_rate_budget AS budget (id, full_at) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), full_at = GREATEST(budget.full_at, excluded.full_at)`,
    [input.id, new Date(input.until.getTime() + input.lead_ms)]
  )
}

/** Network delays vary, so calls are spaced a little further apart than the limit. */
const SAFETY = 1.05

/** Share of a limit that may be used as a burst; the remainder is spread over the limit's time. */
const SHARE_AT_ONCE = 1 / 4

/** The longest pause that the POS can request, in milliseconds. */
const LONGEST_REST_MS = 3_600_000

/** Computes the bucket of a limit: it never allows more than `requests` calls within `seconds`. */
export function getBucket({ requests, seconds }: RateLimit): BucketShape {
  const burst = Math.max(1, Math.floor(requests * SHARE_AT_ONCE))
  // A window uses the burst at its beginning, and then the tokens that are refilled before its end.
  return { burst, interval_ms: Math.ceil((seconds * 1_000 * SAFETY) / (requests - burst + 1)) }
}

type RunQuery = <Result>(run: (sql: Sql) => Promise<Result>) => Promise<Result>

/**
 * Call budgets of one connection, or of a sign-in without a connection: one PostgreSQL row per limited interface. Why
 * not Medusa's locking or caching: both are in process memory unless the store has configured a provider, and neither
 * can check and take in one step. PostgreSQL is always available, exact for any number of processes, and survives
 * restarts. At a few calls per second, one short statement per call is cheap.
 */
export function rateBudgets(owner: string, limits: RateLimits, query: RunQuery, clock: Clock): CallBudgets {
  const limited = Object.entries(limits).filter((entry): entry is [string, RateLimit] => entry[1] !== null)
  return Object.fromEntries(limited.map(([name, limit]) => [name, rateBudget(`${owner}:${name}`, limit, query, clock)]))
}

function rateBudget(id: string, limit: RateLimit, query: RunQuery, clock: Clock): CallBudget {
  const { burst, interval_ms } = getBucket(limit)
  const lead_ms = (burst - 1) * interval_ms
  return {
    async reserve(lane, withinMs) {
      const now = clock.now()
      const way =
        lane === "urgent" ? { lead_ms, until: new Date(now.getTime() + withinMs) } : { lead_ms: 0, until: now }
      const { reserved, at } = await query((sql) => takeToken(sql, { id, now, interval_ms, ...way }))
      return { reserved, waitMs: Math.max(0, at.getTime() - clock.now().getTime()) }
    },
    async empty(ms) {
      const rest = Math.min(ms ?? limit.seconds * 1_000, LONGEST_REST_MS)
      await query((sql) => emptyBucket(sql, { id, until: new Date(clock.now().getTime() + rest), lead_ms }))
    },
  }
}

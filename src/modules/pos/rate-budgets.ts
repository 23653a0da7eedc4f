import type { CallBudget, CallBudgets } from "../../pos-api/client"
import type { Clock } from "../../pos-api/clock"
import { type BucketShape, emptyBucket, takeToken } from "./queries/connection/rate-budgets"
import type { Sql } from "./database/sql"
import type { RateLimit, RateLimits } from "./rate-limit-options"

/** Calls reach the service a little sooner or later than they leave, so that they are made a little further apart. */
const SAFETY = 1.05

/** This share of a limit may be used at once, after a rest; the remainder is spread over its time. */
const SHARE_AT_ONCE = 1 / 4

/** However long the service asks for, what is due is tried again after this many milliseconds. */
const LONGEST_REST_MS = 3_600_000

/** The bucket of a limit: in no stretch as long as its `seconds` does it let through more than its `requests`. */
export function bucketOf({ requests, seconds }: RateLimit): BucketShape {
  const burst = Math.max(1, Math.floor(requests * SHARE_AT_ONCE))
  // A stretch takes the burst at its beginning, and then what comes to the bucket before its end.
  return { burst, interval_ms: Math.ceil((seconds * 1_000 * SAFETY) / (requests - burst + 1)) }
}

type RunQuery = <Result>(run: (sql: Sql) => Promise<Result>) => Promise<Result>

/**
 * The budgets of one connection (or of a sign-in that has none yet): a row of PostgreSQL for each limited interface. A
 * row and not Medusa's locking or caching, since both are kept in a process's memory unless the shop has set up more,
 * and neither can take and look in one step; PostgreSQL is there in every shop, is exact for any number of processes,
 * and forgets nothing in a restart. At a few calls a second one short statement a call costs nothing.
 */
export function rateBudgets(owner: string, limits: RateLimits, query: RunQuery, clock: Clock): CallBudgets {
  const limited = Object.entries(limits).filter((entry): entry is [string, RateLimit] => entry[1] !== null)
  return Object.fromEntries(limited.map(([name, limit]) => [name, rateBudget(`${owner}:${name}`, limit, query, clock)]))
}

function rateBudget(id: string, limit: RateLimit, query: RunQuery, clock: Clock): CallBudget {
  const { burst, interval_ms } = bucketOf(limit)
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

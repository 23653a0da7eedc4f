import { z } from "zod"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { applicationParts } from "../../modules/pos/lifecycle-hooks"
import type { Sql } from "../../modules/pos/database/sql"
import { countStockDue } from "../../modules/pos/queue-policies"
import { OLDEST_OF_LANES } from "../../runtime/inbox-claims"
import { SWEEP_JOB } from "../../runtime/scheduler"
import { IS_REJECTED } from "./issues"

const secondsColumn = z.coerce.number().nullable()

const standingSchema = z.object({
  active: z.coerce.number(),
  paused: z.coerce.number(),
  disconnected: z.coerce.number(),
  inbox_pending: z.coerce.number(),
  inbox_dead: z.coerce.number(),
  inbox_oldest_seconds: secondsColumn,
  products_due: z.coerce.number(),
  stock_due: z.coerce.number(),
  products_rejected: z.coerce.number(),
  stock_drift: z.coerce.number(),
  store_writes_waiting: z.coerce.number(),
  subscriptions_failing: z.coerce.number(),
  poll_oldest_seconds: secondsColumn,
  sweep_seconds: secondsColumn,
})

/** Gauge values of all connections together. */
export type Standing = z.infer<typeof standingSchema>

const SECONDS_SINCE = (moment: string) => `extract(epoch FROM ?::timestamptz - ${moment})`

/** SQL of the age in seconds of the oldest waiting entry of all active connections. */
const OLDEST = `SELECT ${SECONDS_SINCE("min(oldest.created_at)")}
  FROM pos_connection AS connection CROSS JOIN LATERAL (${OLDEST_OF_LANES}) AS oldest
  WHERE connection.state = 'active' AND connection.deleted_at IS NULL`

const ageSchema = z.object({ seconds: secondsColumn })

/** Returns how long the oldest inbox entry of an active connection has waited, in seconds; null: none waits. */
export async function readOldestEntry(sql: Sql, now: Date): Promise<number | null> {
  const [row] = await sql(ageSchema, `SELECT (${OLDEST}) AS seconds`, [now])
  return row?.seconds ?? null
}

/** Reads the gauge values in one statement that scans only what is due. */
export async function readStanding(sql: Sql, now: Date): Promise<Standing | null> {
  const [standing] = await sql(
    standingSchema,
    `SELECT connections.*, failing.*,
       (SELECT count(*) FROM pos_inbox_entry WHERE state = 'pending' AND deleted_at IS NULL) AS inbox_pending,
       (SELECT count(*) FROM pos_inbox_entry WHERE state = 'dead' AND deleted_at IS NULL) AS inbox_dead,
       (${OLDEST}) AS inbox_oldest_seconds,
       (SELECT count(*) FROM pos_product_link WHERE revision > pushed_revision AND deleted_at IS NULL) AS products_due,
       (${countStockDue("true")}) AS stock_due,
       (SELECT count(*) FROM pos_product_link AS link WHERE ${IS_REJECTED}) AS products_rejected,
       (SELECT count(*) FROM pos_stock_difference WHERE state = 'open' AND deleted_at IS NULL) AS stock_drift,
       (SELECT count(*) FROM pos_store_write WHERE deleted_at IS NULL) AS store_writes_waiting,
       (SELECT ${SECONDS_SINCE("begun_at")} FROM pos_recurring_job WHERE name = ?) AS sweep_seconds
     FROM (
       SELECT count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'paused') AS paused,
              count(*) FILTER (WHERE state = 'disconnected') AS disconnected,
              ${SECONDS_SINCE("min(coalesce(purchases_polled_at, created_at)) FILTER (WHERE state = 'active')")}
                AS poll_oldest_seconds
       FROM pos_connection WHERE deleted_at IS NULL) AS connections
     CROSS JOIN (
       SELECT count(*) AS subscriptions_failing
       FROM pos_subscription AS subscription
       JOIN pos_connection AS connection ON connection.id = subscription.connection_id
       WHERE subscription.deleted_at IS NULL AND connection.state <> 'disconnected'
         AND subscription.status NOT IN ('creating', 'ACTIVE')) AS failing`,
    [now, now, SWEEP_JOB, now]
  )
  return standing ?? null
}

const usedSchema = z.object({ interface: z.string(), full_at: z.date() })

export type UsedBudget = z.infer<typeof usedSchema>

/**
 * Reads the token buckets that are not full: for each interface the emptiest.
 * @param owner a connection or sign-in; null: all
 */
export async function readUsedBudgets(sql: Sql, now: Date, owner: string | null = null): Promise<UsedBudget[]> {
  return sql(
    usedSchema,
    `SELECT split_part(id, ':', 2) AS interface, max(full_at) AS full_at
     FROM pos_rate_budget WHERE full_at > ? AND (?::text IS NULL OR starts_with(id, ? || ':')) GROUP BY 1`,
    [now, owner, owner ?? ""]
  )
}

/** How long readiness is cached in milliseconds, so that frequent probes query the database once a second at most. */
const KEEP_MS = 1_000

type Readiness = {
  ready: boolean
  oldestSeconds: number | null
  limitSeconds: number
  /** parts of this process that could not start */
  failedParts: { name: string; reason: string }[]
}

const readinessByModule = new WeakMap<object, { at: number; readiness: Promise<Readiness> }>()

/**
 * Returns whether inbox entries are processed in time and all parts of this process run.
 * @throws when the database does not answer
 */
export function readReadiness(container: MedusaContainer): Promise<Readiness> {
  const pos = container.resolve(POS_MODULE)
  const last = readinessByModule.get(pos)
  if (last && performance.now() - last.at < KEEP_MS) {
    return last.readiness
  }
  const readiness = look(container)
  readinessByModule.set(pos, { at: performance.now(), readiness })
  return readiness
}

async function look(container: MedusaContainer): Promise<Readiness> {
  const pos = container.resolve(POS_MODULE)
  const { monitoring } = await pos.getOptions()
  const oldestSeconds = await pos.query((sql, now) => readOldestEntry(sql, now))
  const limitSeconds = monitoring.readyAfterSeconds
  const failedParts = applicationParts().failed
  const isInTime = oldestSeconds === null || oldestSeconds <= limitSeconds
  return { ready: isInTime && failedParts.length === 0, oldestSeconds, limitSeconds, failedParts }
}

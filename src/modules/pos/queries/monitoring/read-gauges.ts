import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import { OLDEST_OF_LANES } from "../inbox/oldest-entries"
import { SWEEP_DUTY } from "../queue/duties"
import { countStockDue } from "../stock/lanes"

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
  subscriptions_failing: z.coerce.number(),
  poll_oldest_seconds: secondsColumn,
  sweep_seconds: secondsColumn,
})

/** How everything stands, of all connections together. */
export type Standing = z.infer<typeof standingSchema>

const SECONDS_SINCE = (moment: string) => `extract(epoch FROM ?::timestamptz - ${moment})`

/** The oldest entry that waits of all active connections. */
const OLDEST = `SELECT ${SECONDS_SINCE("min(oldest.created_at)")}
  FROM pos_connection AS connection CROSS JOIN LATERAL (${OLDEST_OF_LANES}) AS oldest
  WHERE connection.state = 'active' AND connection.deleted_at IS NULL`

const ageSchema = z.object({ seconds: secondsColumn })

/** How long the oldest inbox entry of an active connection has waited; null: none waits. */
export async function readOldestEntry(sql: Sql, now: Date): Promise<number | null> {
  const [row] = await sql(ageSchema, `SELECT (${OLDEST}) AS seconds`, [now])
  return row?.seconds ?? null
}

/** Figures for a graph, in one statement that reads what is due and no more. */
export async function readStanding(sql: Sql, now: Date): Promise<Standing | null> {
  const [standing] = await sql(
    standingSchema,
    `SELECT connections.*, failing.*,
       (SELECT count(*) FROM pos_inbox_entry WHERE state = 'pending' AND deleted_at IS NULL) AS inbox_pending,
       (SELECT count(*) FROM pos_inbox_entry WHERE state = 'dead' AND deleted_at IS NULL) AS inbox_dead,
       (${OLDEST}) AS inbox_oldest_seconds,
       (SELECT count(*) FROM pos_product_link WHERE revision > pushed_revision AND deleted_at IS NULL) AS products_due,
       (${countStockDue("true")}) AS stock_due,
       (SELECT count(*) FROM pos_product_link
        WHERE state = 'rejected' AND revision = pushed_revision AND deleted_at IS NULL) AS products_rejected,
       (SELECT count(*) FROM pos_stock_difference WHERE state = 'open' AND deleted_at IS NULL) AS stock_drift,
       (SELECT ${SECONDS_SINCE("begun_at")} FROM pos_duty WHERE name = ?) AS sweep_seconds
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
    [now, now, SWEEP_DUTY, now]
  )
  return standing ?? null
}

const usedSchema = z.object({ interface: z.string(), full_at: z.date() })

export type UsedBudget = z.infer<typeof usedSchema>

/** The buckets of calls that are not full, each interface's emptiest. @param owner a connection or sign-in; null: of all */
export async function readUsedBudgets(sql: Sql, now: Date, owner: string | null = null): Promise<UsedBudget[]> {
  return sql(
    usedSchema,
    `SELECT split_part(id, ':', 2) AS interface, max(full_at) AS full_at
     FROM pos_rate_budget WHERE full_at > ? AND (?::text IS NULL OR starts_with(id, ? || ':')) GROUP BY 1`,
    [now, owner, owner ?? ""]
  )
}

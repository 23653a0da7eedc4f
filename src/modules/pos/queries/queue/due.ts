import { z } from "@medusajs/framework/zod"
import { anyOf, type Fragment, fragment } from "../../database/page"
import type { Sql } from "../../database/sql"
import { IS_MARKING } from "../outbox/runs"
import { some } from "../rounds/ask-all"
import { stockLanes } from "../stock/lanes"

/** @param until what is due by then is due; a pump that is begun now waits for it */
export type DueBy = { now: Date; until: Date }

/** A condition: nobody holds the row then, and it need not wait. */
const isFree = (claimedUntil: string, nextAttemptAt: string, { until }: DueBy): Fragment =>
  fragment(
    `(${claimedUntil} IS NULL OR ${claimedUntil} < ?) AND (${nextAttemptAt} IS NULL OR ${nextAttemptAt} <= ?)`,
    until,
    until
  )

const someFree = (select: string, free: Fragment): Fragment =>
  fragment(some(`${select} AND ${free.text}`), ...free.bindings)

/** A condition on `connection`: it has notifications that may be handled. */
export const entriesDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_inbox_entry AS entry
     WHERE entry.connection_id = connection.id AND entry.state = 'pending' AND entry.deleted_at IS NULL`,
    isFree("entry.claimed_until", "entry.next_attempt_at", by)
  )

/** A condition on `connection`: it has products that may be pushed. */
export const productsDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_product_link AS link
     WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
       AND NOT (link.run_only AND link.run_id IN (
         SELECT run.id FROM pos_run AS run
         WHERE run.connection_id = link.connection_id AND run.state = 'paused' AND run.deleted_at IS NULL))`,
    isFree("link.claimed_until", "link.next_attempt_at", by)
  )

/** A condition on `connection`: it has stock that may be told. @param which a further condition on `variant` */
export const stockDue = (by: DueBy, which = "true"): Fragment =>
  anyOf(
    ...stockLanes.map((lane) =>
      someFree(
        `SELECT 1 FROM pos_variant_link AS variant
         WHERE variant.connection_id = connection.id AND ${lane} AND variant.deleted_at IS NULL AND NOT variant.stock_off
           AND ${which}
           AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
                WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL)`,
        isFree("variant.stock_claimed_until", "variant.stock_next_attempt_at", by)
      )
    )
  )

/** A push whose last product was recorded by a process that died before it ended the run. */
const RUNNING = some(
  `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND run.kind = 'push'
     AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL`
)

/** An older one that is paused and has nothing left ends with the connection's next push. */
const PAUSED_SINCE = "1 day"

const paused = ({ now }: DueBy): Fragment =>
  fragment(
    some(
      `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id
         AND run.created_at > ?::timestamptz - interval '${PAUSED_SINCE}' AND run.state = 'paused' AND run.kind = 'push'
         AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL`
    ),
    now
  )

/** A condition on `connection`: it has pushes whose products are not all marked yet. */
export const marksDue: Fragment = fragment(
  some(
    `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND ${IS_MARKING}`
  )
)

/** A condition on `connection`: it has pushes that may have nothing left to do and are to end. */
export const runsDue = (by: DueBy): Fragment => anyOf(fragment(RUNNING), paused(by))

/** What pumps of one connection drain, each by itself; `edits` and `contacts` are the lanes of stock. */
const QUEUE_CONDITIONS = {
  inbox: entriesDue,
  catalogue: (by: DueBy) => anyOf(productsDue(by), runsDue(by)),
  edits: (by: DueBy) => stockDue(by, "variant.tracked"),
  contacts: (by: DueBy) => stockDue(by, "NOT variant.tracked"),
}

export type DrainedQueue = keyof typeof QUEUE_CONDITIONS

const dueSchema = z.object({ due: z.boolean() })

/**
 * Whether a queue of a connection has something that nobody holds and that need not wait; whether the connection may make
 * calls is not asked.
 */
export async function isQueueDue(sql: Sql, queue: DrainedQueue, connectionId: string, now: Date): Promise<boolean> {
  const { text, bindings } = QUEUE_CONDITIONS[queue]({ now, until: now })
  const rows = await sql(
    dueSchema,
    `SELECT (${text}) AS due FROM pos_connection AS connection WHERE connection.id = ?`,
    [...bindings, connectionId]
  )
  return rows.some(({ due }) => due)
}

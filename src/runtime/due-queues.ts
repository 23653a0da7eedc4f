import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../modules/pos"
import { writeHousekeeping } from "../modules/pos/database/housekeeping"
import { allOf, anyOf, type Fragment, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { IS_MARKING, isUnclaimed, stockLanes } from "../modules/pos/queue-policies"
import { readAll, mayCallAt, some } from "./due-work"

type Batches = {
  connectionId: string
  queue: DrainedQueue
  /** claims a batch and handles it. @returns how many rows it could claim */
  handle: () => Promise<number>
}

/**
 * Handles batches of a queue as long as something is due. It queries for due rows first: a workflow that finds nothing
 * costs a dozen times as much as the query, and most wake-ups find the queue already handled.
 * @returns how many rows were handled, and whether due rows are left that could not be claimed, because the connection
 * is paused or another process was faster
 */
export async function handleWhileDue(
  container: MedusaContainer,
  { connectionId, queue, handle }: Batches
): Promise<{ handled: number; isLeft: boolean }> {
  const pos = container.resolve(POS_MODULE)
  let handled = 0
  while (await pos.query((sql, now) => isQueueDue(sql, queue, connectionId, now))) {
    const claimed = await handle()
    if (claimed === 0) {
      return { handled, isLeft: true }
    }
    handled += claimed
  }
  return { handled, isLeft: false }
}

/** @param until rows that become due by then count as due; a worker that starts now waits for them */
export type DueBy = { now: Date; until: Date }

/** SQL condition: the row is not claimed at `until`, and its next attempt is due by then. */
const isFree = (claimedUntil: string, nextAttemptAt: string, { until }: DueBy): Fragment =>
  fragment(`${isUnclaimed(claimedUntil)} AND (${nextAttemptAt} IS NULL OR ${nextAttemptAt} <= ?)`, until, until)

const someFree = (select: string, free: Fragment): Fragment =>
  fragment(some(`${select} AND ${free.text}`), ...free.bindings)

/** SQL condition on `connection`: it has notifications that may be handled. */
const entriesDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_inbox_entry AS entry
     WHERE entry.connection_id = connection.id AND entry.state = 'pending' AND entry.deleted_at IS NULL`,
    isFree("entry.claimed_until", "entry.next_attempt_at", by)
  )

/** SQL condition on `connection`: it has products that may be pushed. */
const productsDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_product_link AS link
     WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
       AND NOT (link.run_only AND link.run_id IN (
         SELECT run.id FROM pos_run AS run
         WHERE run.connection_id = link.connection_id AND run.state = 'paused' AND run.deleted_at IS NULL))`,
    isFree("link.claimed_until", "link.next_attempt_at", by)
  )

/** SQL condition on `connection`: it has stock that may be sent. @param which a further condition on `variant` */
const stockDue = (by: DueBy, which = "true"): Fragment =>
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

/** SQL condition: a push whose last product was recorded by a process that died before it ended the run. */
const RUNNING = some(
  `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND run.kind = 'push'
     AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL`
)

/**
 * Age up to which paused pushes are checked. An older one that has nothing left ends with the connection's next push.
 */
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

/** SQL condition on `connection`: it has pushes whose products are not all marked yet. */
const marksDue: Fragment = fragment(
  some(
    `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND ${IS_MARKING}`
  )
)

/** SQL condition on `connection`: it has pushes that may have nothing left to do and must then be ended. */
const runsDue = (by: DueBy): Fragment => anyOf(fragment(RUNNING), paused(by))

/** The queues of one connection, which are drained separately; `edits` and `contacts` are the lanes of stock. */
const QUEUE_CONDITIONS = {
  inbox: entriesDue,
  catalog: (by: DueBy) => anyOf(productsDue(by), runsDue(by)),
  edits: (by: DueBy) => stockDue(by, "variant.tracked"),
  contacts: (by: DueBy) => stockDue(by, "NOT variant.tracked"),
}

export type DrainedQueue = keyof typeof QUEUE_CONDITIONS

const dueSchema = z.object({ due: z.boolean() })

/**
 * Returns whether a queue of a connection has a row that is due and not claimed. It does not check whether the
 * connection may make calls.
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

const outboxDue = (by: DueBy): Fragment =>
  anyOf(
    marksDue,
    runsDue(by),
    allOf(fragment("NOT connection.push_held"), mayCallAt(by.until), productsDue(by)),
    allOf(fragment("connection.stock_sync = 'two_way'"), mayCallAt(by.until), stockDue(by))
  )

/** Minutes after which a waiting refund is an issue: normally it is written within seconds of its sale. */
export const PENDING_MINUTES = 5

/** OFFSET 0: each of the few refunds is looked up in the inbox by index, even when PostgreSQL expects many. */
export const fromForgottenRefunds = (connectionId: string) => `
  FROM pos_receipt AS refund
  WHERE refund.connection_id = ${connectionId} AND refund.state = 'pending' AND refund.deleted_at IS NULL
    AND refund.created_at < ?::timestamptz - interval '${PENDING_MINUTES} minutes'
    AND NOT EXISTS (
      SELECT 1 FROM pos_inbox_entry AS entry
      WHERE entry.connection_id = refund.connection_id AND entry.aggregate = 'purchase:' || refund.purchase_uuid
        AND entry.state = 'pending' AND entry.deleted_at IS NULL OFFSET 0)`

/** Condition: a connection has refunds that wait without an inbox entry. @param connectionId an SQL expression */
const forgottenRefund = (connectionId: string, now: Date): Fragment =>
  fragment(`EXISTS (SELECT 1 ${fromForgottenRefunds(connectionId)} OFFSET 0)`, now)

/**
 * The queues of a connection that may have due rows: rows that a worker would claim now, or wait for with a timer; see
 * `readAll`.
 */
export const getQueueParts = (by: DueBy): Record<"refunds" | "inbox" | "outbox", Fragment> => ({
  refunds: forgottenRefund("connection.id", by.now),
  inbox: entriesDue(by),
  outbox: outboxDue(by),
})

const outboxSchema = z.object({ id: z.string() })

/** Finds connections with rows to be sent to the POS that a worker would claim now, or wait for with a timer. */
export async function findDueOutboxes(sql: Sql, by: DueBy): Promise<string[]> {
  const { statement, bindings } = readAll({ outbox: outboxDue(by) })
  return (await sql(outboxSchema, statement, bindings)).map(({ id }) => id)
}

/** SQL condition on `connection`: it has running runs of the given kinds. */
export const hasRunning = (kinds: string[]): Fragment =>
  fragment(
    some(
      `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND run.kind = ANY(?)
         AND run.deleted_at IS NULL`
    ),
    kinds
  )

/**
 * Finds connections that push, in the order in which their content is to be checked: the least recently checked first.
 */
export async function findAuditTurns(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM pos_connection WHERE state = 'active' AND NOT push_held AND deleted_at IS NULL
     ORDER BY audited_at NULLS FIRST, id LIMIT ?`,
    [limit]
  )
  return rows.map(({ id }) => id)
}

/** Records when the content of a connection was checked. */
export async function noteAudit(sql: Sql, connectionId: string, at: Date): Promise<void> {
  await writeHousekeeping(sql, "UPDATE pos_connection SET audited_at = ?, updated_at = now() WHERE id = ?", [
    at,
    connectionId,
  ])
}

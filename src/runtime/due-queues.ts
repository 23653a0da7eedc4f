import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../modules/pos"
import { writeHousekeeping } from "../modules/pos/database/housekeeping"
import { allOf, anyOf, type Fragment, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import {
  INBOX_BATCH,
  inboxLanes,
  IS_MARKING,
  isUnclaimed,
  oldestFirst,
  stockLanes,
} from "../modules/pos/queue-policies"
import { readAll, mayCallAt, some } from "./due-work"
import { BREATH_MS } from "./workers"

type Batches = {
  connectionId: string
  queue: DrainedQueue
  /** claims a batch and handles it. @returns how many rows it could claim */
  handle: () => Promise<number>
  /** how many batches are handled in parallel */
  atOnce?: number
}

/**
 * Handles batches of a queue as long as something is due. It queries for due rows first: a workflow that finds nothing
 * costs a dozen times as much as the query, and most wake-ups find the queue already handled.
 * @returns how many rows were handled; whether due rows are left that could not be claimed, because the connection is
 * paused or another process was faster; and when the next row is due, null: none waits
 */
export async function handleWhileDue(
  container: MedusaContainer,
  { connectionId, queue, handle, atOnce = 1 }: Batches
): Promise<{ handled: number; isLeft: boolean; next: Date | null }> {
  const pos = container.resolve(POS_MODULE)
  const look = async () =>
    pos.query(async (sql, now) => ({ ...(await lookAtQueue(sql, queue, connectionId, now)), at: now }))
  let last = await look()
  let handled = 0
  let isLeft = false
  const handleBatches = async () => {
    for (let isDue = last.isDue; isDue; isDue = last.isDue) {
      const claimed = await handle()
      if (claimed === 0) {
        isLeft = true
        return
      }
      handled += claimed
      last = await look()
    }
  }
  if (last.isDue) {
    // Most often one batch is all: the others look again once it is claimed.
    const others = Array.from({ length: atOnce - 1 }, async () => {
      await sleep(BREATH_MS)
      last = await look()
      await handleBatches()
    })
    await Promise.all([handleBatches(), ...others])
  }
  const next = last.isDue ? await pos.query((sql) => nextAttempt(sql, queue, connectionId, last.at)) : last.next
  return { handled, isLeft, next }
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

/**
 * The end of the earliest claim among the oldest waiting entries of a lane. Claims are made of the oldest entries, one
 * batch at a time, so none is further back than a batch.
 */
const earliestEndOfClaim = (condition: string, since: Date): Fragment =>
  fragment(
    `(SELECT min(claimed_until) FROM (
        SELECT claimed_until FROM pos_inbox_entry AS entry
        WHERE entry.connection_id = connection.id AND state = 'pending' AND deleted_at IS NULL AND ${condition}
        ORDER BY ${oldestFirst("entry")} LIMIT ?) AS oldest
      WHERE claimed_until > ?)`,
    INBOX_BATCH,
    since
  )

/** SQL of the earliest of several times; null where all are. */
const earliest = (...times: Fragment[]): Fragment => ({
  text: `least(${times.map(({ text }) => text).join(", ")})`,
  bindings: times.flatMap(({ bindings }) => bindings),
})

/**
 * SQL of the time at which the next notification of `connection` may be tried, after `since`. One that another process
 * has claimed may be tried when that claim ends, because the process may have died.
 */
const nextEntry = (since: Date): Fragment =>
  earliest(
    fragment(
      `(SELECT min(next_attempt_at) FROM pos_inbox_entry AS entry
        WHERE entry.connection_id = connection.id AND state = 'pending' AND deleted_at IS NULL AND next_attempt_at > ?)`,
      since
    ),
    ...inboxLanes.map(({ condition }) => earliestEndOfClaim(condition, since))
  )

/** SQL of the time at which the next product of `connection` may be tried. */
const NEXT_PRODUCT = fragment(
  `(SELECT min(greatest(next_attempt_at, claimed_until)) FROM pos_product_link AS link
    WHERE link.connection_id = connection.id AND revision > pushed_revision AND deleted_at IS NULL)`
)

/** SQL of the time at which the next stock of `connection` may be tried. */
const NEXT_STOCK = earliest(
  ...stockLanes.map((lane) =>
    fragment(
      `(SELECT min(greatest(stock_next_attempt_at, stock_claimed_until)) FROM pos_variant_link AS variant
        WHERE variant.connection_id = connection.id AND ${lane} AND NOT stock_off AND deleted_at IS NULL)`
    )
  )
)

/** A queue of one connection; both are SQL on `connection`. */
type QueueLook = {
  /** condition: it has rows that are due and not claimed */
  due: (by: DueBy) => Fragment
  /** the time at which the next row is due; null where none waits */
  next: (since: Date) => Fragment
}

/** The queues of one connection, which are drained separately; `edits` and `contacts` are the lanes of stock. */
const QUEUE_LOOKS = {
  inbox: { due: entriesDue, next: nextEntry },
  catalog: { due: (by) => anyOf(productsDue(by), runsDue(by)), next: () => NEXT_PRODUCT },
  edits: { due: (by) => stockDue(by, "variant.tracked"), next: () => NEXT_STOCK },
  contacts: { due: (by) => stockDue(by, "NOT variant.tracked"), next: () => NEXT_STOCK },
} as const satisfies Record<string, QueueLook>

export type DrainedQueue = keyof typeof QUEUE_LOOKS

const lookSchema = z.object({ due: z.boolean(), next: z.date().nullable() })

/**
 * Returns whether a queue of a connection has a row that is due and not claimed, and otherwise when the next one is due
 * (null: none waits). It does not check whether the connection may make calls.
 */
export async function lookAtQueue(
  sql: Sql,
  queue: DrainedQueue,
  connectionId: string,
  now: Date
): Promise<{ isDue: boolean; next: Date | null }> {
  const due = QUEUE_LOOKS[queue].due({ now, until: now })
  const next = QUEUE_LOOKS[queue].next(now)
  const [row] = await sql(
    lookSchema,
    `SELECT due, CASE WHEN NOT due THEN ${next.text} END AS next
     FROM (SELECT connection.id, (${due.text}) AS due FROM pos_connection AS connection WHERE connection.id = ?
           OFFSET 0) AS connection`,
    [...next.bindings, ...due.bindings, connectionId]
  )
  return { isDue: row?.due ?? false, next: row?.next ?? null }
}

const nextSchema = z.object({ next: z.date().nullable() })

/** Returns when the next row of a queue of a connection is due, where due rows could not be claimed; null: none waits. */
export async function nextAttempt(
  sql: Sql,
  queue: DrainedQueue,
  connectionId: string,
  since: Date
): Promise<Date | null> {
  const next = QUEUE_LOOKS[queue].next(since)
  const [row] = await sql(nextSchema, `SELECT ${next.text} AS next FROM (SELECT ?::text AS id) AS connection`, [
    ...next.bindings,
    connectionId,
  ])
  return row?.next ?? null
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

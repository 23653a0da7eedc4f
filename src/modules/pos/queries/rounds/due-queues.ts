import { z } from "@medusajs/framework/zod"
import { allOf, type Fragment, fragment } from "../../database/page"
import type { Sql } from "../../database/sql"
import { forgottenRefund } from "../receipts/pending-refunds"
import { stockLanes } from "../stock/lanes"
import { askAll, mayCallAt, some } from "./ask-all"

/** @param until what is due by then is due; a pump that is begun now waits for it */
export type DueBy = { now: Date; until: Date }

/** A condition: nobody holds the row then, and it need not wait. */
const isFree = (claimedUntil: string, nextAttemptAt: string, { until }: DueBy): Fragment =>
  fragment(
    `(${claimedUntil} IS NULL OR ${claimedUntil} < ?) AND (${nextAttemptAt} IS NULL OR ${nextAttemptAt} <= ?)`,
    until,
    until
  )

function someFree(select: string, free: Fragment): Fragment {
  return fragment(some(`${select} AND ${free.text}`), ...free.bindings)
}

const entriesDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_inbox_entry AS entry
     WHERE entry.connection_id = connection.id AND entry.state = 'pending' AND entry.deleted_at IS NULL`,
    isFree("entry.claimed_until", "entry.next_attempt_at", by)
  )

const productsDue = (by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_product_link AS link
     WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
       AND NOT (link.run_only AND link.run_id IN (
         SELECT run.id FROM pos_run AS run
         WHERE run.connection_id = link.connection_id AND run.state = 'paused' AND run.deleted_at IS NULL))`,
    isFree("link.claimed_until", "link.next_attempt_at", by)
  )

const stockDue = (lane: string, by: DueBy): Fragment =>
  someFree(
    `SELECT 1 FROM pos_variant_link AS variant
     WHERE variant.connection_id = connection.id AND ${lane} AND variant.deleted_at IS NULL AND NOT variant.stock_off
       AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
            WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL)`,
    isFree("variant.stock_claimed_until", "variant.stock_next_attempt_at", by)
  )

/** A push whose last product was recorded by a process that died before it ended the run. */
const PUSH_RUNS = some(
  `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND run.kind = 'push'
     AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL`
)

const anyOf = (...conditions: Fragment[]): Fragment => ({
  text: conditions.map(({ text }) => `(${text})`).join(" OR "),
  bindings: conditions.flatMap(({ bindings }) => bindings),
})

/** An older one that is paused and has nothing left ends with the connection's next push. */
const PAUSED_SINCE = "1 day"

const pausedRuns = ({ now }: DueBy): Fragment =>
  fragment(
    some(
      `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id
         AND run.created_at > ?::timestamptz - interval '${PAUSED_SINCE}' AND run.state = 'paused' AND run.kind = 'push'
         AND run.resumed_at IS NOT NULL AND run.deleted_at IS NULL`
    ),
    now
  )

const outboxDue = (by: DueBy): Fragment =>
  anyOf(
    fragment(PUSH_RUNS),
    pausedRuns(by),
    allOf(fragment("NOT connection.push_held"), mayCallAt(by.until), productsDue(by)),
    allOf(
      fragment("connection.stock_policy = 'two-way'"),
      mayCallAt(by.until),
      anyOf(...stockLanes.map((lane) => stockDue(lane, by)))
    )
  )

const queuesSchema = z.object({ id: z.string(), refunds: z.boolean(), inbox: z.boolean(), outbox: z.boolean() })

/** Which of its queues a connection has something in. */
export type DueQueues = z.infer<typeof queuesSchema>

/** Connections that have something in a queue: what pumps would claim, or wait for with a timer. */
export async function findDueQueues(sql: Sql, by: DueBy): Promise<DueQueues[]> {
  const { statement, bindings } = askAll({
    refunds: forgottenRefund("connection.id", by.now),
    inbox: entriesDue(by),
    outbox: outboxDue(by),
  })
  return sql(queuesSchema, statement, bindings)
}

const outboxSchema = z.object({ id: z.string() })

/** As {@link findDueQueues}, of what goes to the counter alone. */
export async function findDueOutboxes(sql: Sql, by: DueBy): Promise<string[]> {
  const { statement, bindings } = askAll({ outbox: outboxDue(by) })
  return (await sql(outboxSchema, statement, bindings)).map(({ id }) => id)
}

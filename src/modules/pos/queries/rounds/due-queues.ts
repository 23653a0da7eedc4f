import { z } from "@medusajs/framework/zod"
import { allOf, anyOf, type Fragment, fragment } from "../../database/page"
import type { Sql } from "../../database/sql"
import { type DueBy, entriesDue, marksDue, productsDue, runsDue, stockDue } from "../queue/due"
import { forgottenRefund } from "../receipts/pending-refunds"
import { askAll, mayCallAt } from "./ask-all"

const outboxDue = (by: DueBy): Fragment =>
  anyOf(
    marksDue,
    runsDue(by),
    allOf(fragment("NOT connection.push_held"), mayCallAt(by.until), productsDue(by)),
    allOf(fragment("connection.stock_policy = 'two-way'"), mayCallAt(by.until), stockDue(by))
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

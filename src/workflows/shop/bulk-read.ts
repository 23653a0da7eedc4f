import type { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/queries/sql"

/** From so many products on a plan for few would read the same rows again and again. */
const MANY = 100

/**
 * Runs the statement of a bulk read. After a large import PostgreSQL has no statistics yet, expects single rows and
 * plans nested loops over thousands, which takes minutes; so for many products they are ruled out.
 */
export async function bulkRead<Row>(
  knex: Knex,
  row: z.ZodType<Row>,
  { statement, bindings }: { statement: string; bindings: Knex.RawBinding[] },
  count: number
): Promise<Row[]> {
  if (count < MANY) {
    return sqlOn(knex)(row, statement, bindings)
  }
  return knex.transaction(async (transaction) => {
    await transaction.raw("SET LOCAL enable_nestloop = off")
    return sqlOn(transaction)(row, statement, bindings)
  })
}

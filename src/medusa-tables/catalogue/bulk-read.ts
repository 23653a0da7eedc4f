import type { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MANY_ROWS, planForMany, sqlOn } from "../../modules/pos/database/sql"

/** Runs the statement of a bulk read of `count` products; from many on, planned for that. */
export async function bulkRead<Row>(
  knex: Knex,
  row: z.ZodType<Row>,
  { statement, bindings }: { statement: string; bindings: Knex.RawBinding[] },
  count: number
): Promise<Row[]> {
  if (count < MANY_ROWS) {
    return sqlOn(knex)(row, statement, bindings)
  }
  return knex.transaction(async (transaction) => {
    const sql = sqlOn(transaction)
    await planForMany(sql)
    return sql(row, statement, bindings)
  })
}

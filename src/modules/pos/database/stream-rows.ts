import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "@medusajs/framework/zod"
import type { Fragment } from "./page"
import { sqlOn } from "./sql-on"

const ROWS_AT_ONCE = 2_000

/**
 * Hands over the rows of a query part by part, all of one moment, with as many in memory as one part has.
 * A cursor, since a query's offset would cost more with every part.
 */
export async function streamRows<Row>(
  knex: Knex,
  row: z.ZodType<Row>,
  query: Fragment,
  take: (rows: Row[]) => Promise<void>
): Promise<void> {
  await knex.transaction(
    async (transaction) => {
      await transaction.raw(`DECLARE rows_of_export NO SCROLL CURSOR FOR ${query.text}`, query.bindings)
      for (;;) {
        const rows = await sqlOn(transaction)(row, `FETCH FORWARD ${ROWS_AT_ONCE} FROM rows_of_export`)
        if (rows.length === 0) {
          return
        }
        await take(rows)
      }
    },
    { readOnly: true, isolationLevel: "repeatable read" }
  )
}

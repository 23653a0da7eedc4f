import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "@medusajs/framework/zod"
import { fetchInParts } from "./fetch-in-parts"
import type { Fragment } from "./page"
import { sqlOn } from "./sql-on"

/**
 * Streams the rows of a query in parts from one snapshot. Only one part is in memory at a time. It uses a cursor
 * because an offset would cost more with every part.
 */
export async function streamRows<Row>(
  knex: Knex,
  row: z.ZodType<Row>,
  query: Fragment,
  take: (rows: Row[]) => Promise<void>
): Promise<void> {
  await knex.transaction(async (transaction) => fetchInParts(sqlOn(transaction), row, query, take), {
    readOnly: true,
    isolationLevel: "repeatable read",
  })
}

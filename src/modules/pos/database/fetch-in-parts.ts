import { z } from "@medusajs/framework/zod"
import type { Fragment } from "./page"
import type { Sql } from "./sql"

const ROWS_AT_ONCE = 2_000

/** Fetches the rows of a query in parts within a transaction. `take` may use the same transaction. */
export async function fetchInParts<Row>(
  sql: Sql,
  row: z.ZodType<Row>,
  query: Fragment,
  take: (rows: Row[]) => Promise<void>
): Promise<void> {
  await sql(z.unknown(), `DECLARE rows_in_parts NO SCROLL CURSOR FOR ${query.text}`, query.bindings)
  for (;;) {
    const rows = await sql(row, `FETCH FORWARD ${ROWS_AT_ONCE} FROM rows_in_parts`)
    if (rows.length === 0) {
      break
    }
    await take(rows)
  }
  await sql(z.unknown(), "CLOSE rows_in_parts")
}

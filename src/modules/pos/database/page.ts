import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { LIST_COUNT_LIMIT } from "../../../contract/processing"
import type { Sql } from "./sql"

/** A page of a list; `offset` rows are skipped. */
export type Page = { limit: number; offset: number }

/** Rows of a page and the total number of rows. Rows are counted up to {@link COUNT_LIMIT}. */
export type Listed<Row> = { rows: Row[]; count: number; count_is_lower_bound: boolean }

export const COUNT_LIMIT = LIST_COUNT_LIMIT

const countSchema = z.object({ count: z.coerce.number() })

/** Part of an SQL statement with its bindings. */
export type Fragment = { text: string; bindings: Knex.RawBinding[] }

export const fragment = (text: string, ...bindings: Knex.RawBinding[]): Fragment => ({ text, bindings })

/** Combines conditions with AND; null conditions are skipped. */
export const allOf = (...conditions: (Fragment | null)[]): Fragment => joined(conditions, " AND ")

/** Combines conditions with OR; null conditions are skipped. */
export const anyOf = (...conditions: (Fragment | null)[]): Fragment => joined(conditions, " OR ")

function joined(conditions: (Fragment | null)[], operator: string): Fragment {
  const present = conditions.filter((condition) => condition !== null)
  return {
    text: present.map(({ text }) => `(${text})`).join(operator),
    bindings: present.flatMap(({ bindings }) => bindings),
  }
}

/** Counts the rows of `from` ("FROM … WHERE …") up to the limit. */
export async function countUpTo(sql: Sql, from: Fragment): Promise<{ count: number; count_is_lower_bound: boolean }> {
  const [counted] = await sql(
    countSchema,
    `SELECT count(*) AS count FROM (SELECT 1 ${from.text} LIMIT ${COUNT_LIMIT + 1}) AS counted`,
    from.bindings
  )
  const count = counted?.count ?? 0
  return { count: Math.min(count, COUNT_LIMIT), count_is_lower_bound: count > COUNT_LIMIT }
}

/** A LIKE pattern for texts that contain `text`. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

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

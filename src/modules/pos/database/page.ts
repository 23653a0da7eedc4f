import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { LIST_COUNT_LIMIT } from "../../../vocabulary/list"
import type { Sql } from "./sql"

/** A page of a list; `offset` rows are skipped. */
export type Page = { limit: number; offset: number }

/** Rows of a page and how many there are in all; lists are counted up to {@link COUNT_LIMIT}. */
export type Listed<Row> = { rows: Row[]; count: number; count_is_lower_bound: boolean }

export const COUNT_LIMIT = LIST_COUNT_LIMIT

const countSchema = z.object({ count: z.coerce.number() })

/** Part of a statement with its bindings. */
export type Fragment = { text: string; bindings: Knex.RawBinding[] }

export const fragment = (text: string, ...bindings: Knex.RawBinding[]): Fragment => ({ text, bindings })

/** Conditions that all hold; null for those that nobody asked for. */
export function allOf(...conditions: (Fragment | null)[]): Fragment {
  const asked = conditions.filter((condition) => condition !== null)
  return {
    text: asked.map(({ text }) => `(${text})`).join(" AND "),
    bindings: asked.flatMap(({ bindings }) => bindings),
  }
}

/** Conditions of which one holds at least. */
export const anyOf = (...conditions: Fragment[]): Fragment => ({
  text: conditions.map(({ text }) => `(${text})`).join(" OR "),
  bindings: conditions.flatMap(({ bindings }) => bindings),
})

/** How many rows `from` ("FROM … WHERE …") gives, up to the limit. */
export async function countUpTo(sql: Sql, from: Fragment): Promise<{ count: number; count_is_lower_bound: boolean }> {
  const [counted] = await sql(
    countSchema,
    `SELECT count(*) AS count FROM (SELECT 1 ${from.text} LIMIT ${COUNT_LIMIT + 1}) AS counted`,
    from.bindings
  )
  const count = counted?.count ?? 0
  return { count: Math.min(count, COUNT_LIMIT), count_is_lower_bound: count > COUNT_LIMIT }
}

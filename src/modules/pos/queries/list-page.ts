import { z } from "@medusajs/framework/zod"
import { allOf, countUpTo, type Fragment, fragment, type Page } from "../database/page"
import type { Sql } from "../database/sql"

/** Lists that grow with the years: the columns that they may be filtered by, and the one that they are sorted by. */
const LISTS = {
  receipts: {
    table: "pos_receipt",
    columns: ["connection_id", "order_id", "purchase_uuid", "purchase_number", "state", "refund"],
    sorted: "sold_at",
  },
  inboxEntries: {
    table: "pos_inbox_entry",
    columns: ["connection_id", "state", "source", "event_name"],
    sorted: "sequence",
  },
  pictures: { table: "pos_picture", columns: ["connection_id", "state"], sorted: "updated_at" },
  stockMovements: { table: "pos_stock_movement", columns: ["variant_link_id"], sorted: "occurred_at" },
  stockDifferences: {
    table: "pos_stock_difference",
    columns: ["connection_id", "state", "cause"],
    sorted: "found_at",
  },
  moneyDifferences: {
    table: "pos_money_difference",
    columns: ["connection_id", "state", "kind", "cause"],
    sorted: "found_at",
  },
  activities: { table: "pos_activity", columns: ["connection_id", "kind", "state"], sorted: "begun_at" },
} as const

type List = keyof typeof LISTS
type Value = string | number | boolean | string[] | undefined
type Filters<Name extends List> = Partial<Record<(typeof LISTS)[Name]["columns"][number], Value>>

/** What every list of Medusa's takes and these do not use. */
type Unused = "fields" | "order" | "with_deleted"

/** Filters of a list and no others: a name that the list does not know is refused by the compiler. */
type Exactly<Name extends List, Asked> = Asked & Record<Exclude<keyof Asked, keyof Filters<Name> | Unused>, never>

/** Half-open, of the column that the list is sorted by. */
export type Period = { from?: Date | undefined; to?: Date | undefined }

type Listing<Name extends List, Asked> = { list: Name; filters: Exactly<Name, Asked>; page: Page; period?: Period }

type ListedIds = { ids: string[]; count: number; count_is_lower_bound: boolean }

const idSchema = z.object({ id: z.string() })

/**
 * A page of a list, the latest first, as the ids of its rows, and how many rows there are, up to the limit beyond which
 * none is counted. Both use one condition. The id is the last sort key: rows of the same moment keep their order, so that
 * no page repeats or skips one.
 */
export async function listPage<Name extends List, Asked extends Filters<Name>>(
  sql: Sql,
  { list, filters, page, period = {} }: Listing<Name, Asked>
): Promise<ListedIds> {
  const { table, columns, sorted } = LISTS[list]
  const asked: Partial<Record<string, Fragment["bindings"][number]>> = filters
  const where = allOf(
    fragment("deleted_at IS NULL"),
    ...columns.map((column) => {
      const value = asked[column]
      return value === undefined ? null : fragment(Array.isArray(value) ? `${column} = ANY(?)` : `${column} = ?`, value)
    }),
    period.from === undefined ? null : fragment(`${sorted} >= ?`, period.from),
    period.to === undefined ? null : fragment(`${sorted} < ?`, period.to)
  )
  const from = { text: `FROM ${table} WHERE ${where.text}`, bindings: where.bindings }
  const rows = await sql(idSchema, `SELECT id ${from.text} ORDER BY ${sorted} DESC, id DESC LIMIT ? OFFSET ?`, [
    ...from.bindings,
    page.limit,
    page.offset,
  ])
  return { ids: rows.map(({ id }) => id), ...(await countUpTo(sql, from)) }
}

/** Records in the order of a page's ids; one that was deleted in between is left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowOf.get(id) ?? [])
}

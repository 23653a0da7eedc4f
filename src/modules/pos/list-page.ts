import { z } from "zod"
import { allOf, countUpTo, type Fragment, fragment, type Page } from "./database/page"
import type { Sql } from "./database/sql"

/** Lists that grow without limit: their filter columns and their sort column. */
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
  images: { table: "pos_image", columns: ["connection_id", "state"], sorted: "updated_at" },
  stockMovements: { table: "pos_stock_movement", columns: ["variant_link_id"], sorted: "occurred_at" },
  stockDifferences: {
    table: "pos_stock_difference",
    columns: ["connection_id", "state", "cause"],
    sorted: "found_at",
  },
  discrepancies: {
    table: "pos_discrepancy",
    columns: ["connection_id", "state", "kind", "cause"],
    sorted: "found_at",
  },
  activities: { table: "pos_activity", columns: ["connection_id", "kind", "state"], sorted: "begun_at" },
} as const

type List = keyof typeof LISTS
type Value = string | number | boolean | string[] | undefined
type Filters<Name extends List> = Partial<Record<(typeof LISTS)[Name]["columns"][number], Value>>

/** Options of Medusa's lists that these lists do not use. */
type Unused = "fields" | "order" | "with_deleted"

/** Filters of a list. The compiler rejects names that the list does not have. */
type Exactly<Name extends List, Asked> = Asked & Record<Exclude<keyof Asked, keyof Filters<Name> | Unused>, never>

/** A half-open period of the list's sort column. */
export type Period = { from?: Date | undefined; to?: Date | undefined }

type Listing<Name extends List, Asked> = { list: Name; filters: Exactly<Name, Asked>; page: Page; period?: Period }

type ListedIds = { ids: string[]; count: number; count_is_lower_bound: boolean }

const idSchema = z.object({ id: z.string() })

/**
 * Reads a page of a list, latest first: the ids of its rows, and the number of rows up to the count limit. Both use the
 * same condition. The id is the last sort key, so rows of the same moment keep their order and no page repeats or skips
 * a row.
 */
export async function listPage<Name extends List, Asked extends Filters<Name>>(
  sql: Sql,
  { list, filters, page, period = {} }: Listing<Name, Asked>
): Promise<ListedIds> {
  const { table, columns, sorted } = LISTS[list]
  const bindings: Partial<Record<string, Fragment["bindings"][number]>> = filters
  const where = allOf(
    fragment("deleted_at IS NULL"),
    ...columns.map((column) => {
      const value = bindings[column]
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

/** Sorts records in the order of a page's ids. Records that were deleted in between are left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

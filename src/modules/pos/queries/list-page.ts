import { allOf, countUpTo, type Fragment, fragment } from "../database/page"
import type { Sql } from "../database/sql"

/** Lists that grow with the years, and the columns that they may be asked by. */
const LISTS = {
  receipts: {
    table: "pos_receipt",
    columns: ["connection_id", "order_id", "purchase_uuid", "purchase_number", "state", "refund"],
  },
  inboxEntries: { table: "pos_inbox_entry", columns: ["connection_id", "state", "source", "event_name"] },
  pictures: { table: "pos_picture", columns: ["connection_id", "state"] },
  stockMovements: { table: "pos_stock_movement", columns: ["variant_link_id"] },
  stockDifferences: { table: "pos_stock_difference", columns: ["connection_id", "state", "cause"] },
} as const

type List = keyof typeof LISTS
type Filters<Name extends List> = Partial<
  Record<(typeof LISTS)[Name]["columns"][number], string | number | boolean | string[] | undefined>
>

/** Half-open, of the column that the list is in the order of. */
type Sold = { sold_from?: Date | undefined; sold_to?: Date | undefined }

/**
 * How many rows a list has, up to the limit beyond which none is counted: the generated methods count them all, each time
 * that a page is asked for.
 */
export async function countListed<Name extends List>(
  sql: Sql,
  list: Name,
  filters: Filters<Name>,
  { sold_from, sold_to }: Sold = {}
): Promise<{ count: number; count_is_lower_bound: boolean }> {
  const { table, columns } = LISTS[list]
  const asked: Partial<Record<string, Fragment["bindings"][number]>> = filters
  const where = allOf(
    fragment("deleted_at IS NULL"),
    ...columns.map((column) => {
      const value = asked[column]
      return value === undefined ? null : fragment(Array.isArray(value) ? `${column} = ANY(?)` : `${column} = ?`, value)
    }),
    sold_from === undefined ? null : fragment("sold_at >= ?", sold_from),
    sold_to === undefined ? null : fragment("sold_at < ?", sold_to)
  )
  return countUpTo(sql, { text: `FROM ${table} WHERE ${where.text}`, bindings: where.bindings })
}

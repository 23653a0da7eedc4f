import type { AddRow } from "./row-values"

/** Rows by table, in an order that foreign keys allow. */
export type TableRows = [table: string, rows: Record<string, unknown>[]][]

/** A row came for a table that has no place in the order of inserts. */
class UnknownTableError extends Error {
  constructor(table: string) {
    super(`Rows of the table ${table} would not be written; name it in the order of inserts`)
    this.name = "UnknownTableError"
  }
}

/** Gathers rows by table. @param insertOrder every table that may get rows, referred ones first */
export function collectRows(insertOrder: readonly string[]): { add: AddRow; rows: () => TableRows } {
  const tables = new Map<string, Record<string, unknown>[]>(insertOrder.map((table) => [table, []]))
  return {
    add(table, row) {
      const rows = tables.get(table)
      if (!rows) {
        throw new UnknownTableError(table)
      }
      rows.push(row)
    },
    rows: () => [...tables].filter(([, rows]) => rows.length > 0),
  }
}

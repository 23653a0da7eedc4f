import { BigNumber } from "bignumber.js"
import { z } from "zod"
import type { ReceiptOrder } from "../features/purchases/receipt-line-mapping"
import { jsonText } from "../modules/pos/database/json-text"
import type { Sql } from "../modules/pos/database/sql"

/** Adds a row of one of Medusa's tables. */
export type AddRow = (table: string, row: Record<string, unknown>) => void

/**
 * A row would get NaN or an infinite number. PostgreSQL would store it, and every sum with it would become NaN or
 * infinite.
 */
export class NonFiniteAmountError extends Error {
  constructor(field: string, value: BigNumber.Value) {
    super(
      `Could not write an order's row: ${field} would be ${new BigNumber(value).toString()}. Report it with the receipt.`
    )
    this.name = "NonFiniteAmountError"
  }
}

/** Decimal text of a number in a row. @throws NonFiniteAmountError */
function finiteText(field: string, value: BigNumber.Value): string {
  const number = new BigNumber(value)
  if (!number.isFinite()) {
    throw new NonFiniteAmountError(field, value)
  }
  return number.toFixed()
}

/**
 * Medusa stores a number twice: as numeric for sorting, and as text with its precision for computing.
 * @throws NonFiniteAmountError
 */
export function bigNumber(field: string, value: BigNumber.Value): Record<string, unknown> {
  const text = finiteText(field, value)
  return { [field]: text, [`raw_${field}`]: { value: text, precision: 20 } }
}

/**
 * An imported row has the sale's time as its time of creation. The time of the last change is the database's default,
 * the time of writing, by which exporters find a receipt that comes late.
 */
export const moments = (receipt: Pick<ReceiptOrder, "soldAt">) => ({ created_at: receipt.soldAt })

/** Rows by table, in an order that foreign keys allow. */
export type TableRows = [table: string, rows: Record<string, unknown>[]][]

/** A row was added for a table that is not in the order of inserts. */
class UnknownTableError extends Error {
  constructor(table: string) {
    super(`Rows of the table ${table} would not be written; name it in the order of inserts`)
    this.name = "UnknownTableError"
  }
}

/** Collects rows by table. @param insertOrder every table that may get rows, referenced tables first */
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

/**
 * Inserts rows of many tables in one statement; PostgreSQL checks their references at its end. Columns that a row does
 * not name get their defaults.
 *
 * Why JSON: a batch of receipts has tens of thousands of values. Binding as many parameters, one statement per table,
 * takes longer than writing the rows.
 */
export async function insertRows(sql: Sql, tables: TableRows): Promise<void> {
  const inserts = tables.flatMap(([table, rows]) =>
    [...byColumns(rows)].map(([columns, alike]) => ({ table, columns, alike }))
  )
  if (inserts.length === 0) {
    return
  }
  const statements = inserts.map(({ table, columns }, index) => {
    return `written_${index} AS (INSERT INTO "${table}" (${columns}) SELECT ${columns}
      FROM json_populate_recordset(NULL::"${table}", ?::json))`
  })
  await sql(
    z.unknown(),
    `WITH ${statements.join(", ")} SELECT 1`,
    inserts.map(({ alike }) => jsonText(alike))
  )
}

/** Groups rows by the columns that they name. */
function byColumns(rows: Record<string, unknown>[]): Map<string, Record<string, unknown>[]> {
  const groups = new Map<string, Record<string, unknown>[]>()
  for (const row of rows) {
    const columns = Object.keys(row)
      .map((column) => `"${column}"`)
      .join(", ")
    const alike = groups.get(columns) ?? []
    alike.push(row)
    groups.set(columns, alike)
  }
  return groups
}

/** The totals that Medusa stores for each version of an order. */
const TOTALS = [
  "paid_total",
  "refunded_total",
  "accounting_total",
  "credit_line_total",
  "transaction_total",
  "pending_difference",
  "current_order_total",
  "original_order_total",
] as const

/** Totals in Medusa's format: each as a number to show and as text for computing. @throws NonFiniteAmountError */
export function summaryTotals(totals: Record<(typeof TOTALS)[number], BigNumber.Value>): Record<string, unknown> {
  return Object.fromEntries(
    TOTALS.flatMap((name): [string, unknown][] => {
      const value = new BigNumber(totals[name])
      return [
        [name, value.toNumber()],
        [`raw_${name}`, { value: finiteText(name, value), precision: 20 }],
      ]
    })
  )
}

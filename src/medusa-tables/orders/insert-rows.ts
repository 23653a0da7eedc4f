import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import type { TableRows } from "./collect-rows"

/**
 * Writes rows of many tables in one statement; PostgreSQL checks their references at its end. Columns that a row does
 * not name get their defaults.
 *
 * Why JSON: a batch of receipts has tens of thousands of values, and as many parameters take longer to bind, one
 * statement a table, than to write.
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

/** Rows by the columns that they name. */
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

import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { PosError } from "../../modules/pos/errors"

const WITH = /^\s*WITH\s+/

/**
 * Runs queries over rows instead of Medusa's tables, so that both adapters compute by the same statements: a name in
 * WITH hides the table of the same name. Our own tables are read and written as always. It takes statements with
 * bindings by position.
 * @param tables queries that name the tables; they read `fetched.rows`, which is one JSON value
 */
export const overRows = (sql: Sql, tables: string, rows: unknown): Sql => {
  const text = jsonText(rows)
  return async (row, statement, bindings = []) => {
    if (!Array.isArray(bindings)) {
      throw new PosError("pos_unexpected_state", "A query over fetched rows has bindings by name")
    }
    const hidden = `WITH fetched AS MATERIALIZED (SELECT ?::json AS rows), ${tables}`
    const rest = WITH.test(statement) ? `, ${statement.replace(WITH, "")}` : ` ${statement}`
    return sql(row, hidden + rest, [text, ...bindings])
  }
}

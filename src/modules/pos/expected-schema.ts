import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import type { Sql } from "./database/sql"
import { PosError } from "./errors"
import * as models from "./models"

const MIGRATIONS = path.join(__dirname, "migrations")

/** Lists the tables and indexes that this version's migrations create, without those that a later migration drops. */
export function expectedSchema(): string[] {
  const names = new Set<string>()
  const files = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+\.(js|ts)$/.test(file))
  for (const file of files.sort()) {
    const [up = ""] = readFileSync(path.join(MIGRATIONS, file), "utf8").split("async down(")
    for (const [, made, , name = ""] of up.matchAll(
      /\b(create|drop) (table|index|unique index) (?:concurrently )?(?:if (?:not )?exists )?"(\w+)"/gi
    )) {
      if (made?.toLowerCase() === "create") {
        names.add(name)
      } else {
        names.delete(name)
      }
    }
  }
  return [...names]
}

/** The plugin's tables are those of another version of it: it would fail halfway, so it does nothing. */
export class OwnTablesError extends PosError {
  constructor(differences: string[]) {
    const [first = "", ...others] = differences
    const moreText = others.length > 0 ? ` (and ${others.length} more)` : ""
    super(
      "pos_tables_of_other_version",
      `Could not use the tables of medusa-plugin-pos: ${first}${moreText}. They belong to another version of the plugin. ` +
        "After an update, run `npx medusa db:migrate`. After a downgrade, install the version that was used before."
    )
    this.name = "OwnTablesError"
  }
}

const columnSchema = z.object({ table_name: z.string(), column_name: z.string(), required: z.boolean() })

/** The columns of each table that this version reads and writes. */
function expectedColumns(): Map<string, Set<string>> {
  return new Map(
    Object.values(models).map((model) => {
      const { tableName, schema } = model.parse()
      return [tableName, new Set(Object.keys(schema))]
    })
  )
}

/**
 * Compares the plugin's own tables with those of this version. Columns that an older or a newer version lacks are
 * differences, and so are columns that it needs a value for and this version does not write. Other columns are not: a
 * downgrade within compatible versions continues.
 * @throws OwnTablesError
 */
export async function assertOwnTables(sql: Sql): Promise<void> {
  const expected = expectedColumns()
  const existing = await sql(
    columnSchema,
    `SELECT table_name, column_name,
       is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS required
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY(?)
     ORDER BY table_name, ordinal_position`,
    [[...expected.keys()]]
  )
  const missing = [...expected].flatMap(([table, columns]) => {
    const columnNames = new Set(existing.filter(({ table_name }) => table_name === table).map((row) => row.column_name))
    return [...columns]
      .filter((column) => !columnNames.has(column))
      .map((column) => `"${table}" has no column "${column}"`)
  })
  const unknown = existing
    .filter(({ table_name, column_name, required }) => required && !expected.get(table_name)?.has(column_name))
    .map(({ table_name, column_name }) => `"${table_name}" wants a value for "${column_name}"`)
  const differences = [...missing, ...unknown]
  if (differences.length > 0) {
    throw new OwnTablesError(differences)
  }
}

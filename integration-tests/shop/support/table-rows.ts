import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

const tablesSchema = z.looseObject({ rows: z.array(z.object({ tablename: z.string() })) })
const rowsSchema = z.looseObject({ rows: z.array(z.object({ row: z.string() })) })

/** Table → its rows as JSON text. */
export type TableRows = Map<string, string[]>

/** Every row of the database, but for the log of workflows. */
export async function readAllRows(knex: Knex): Promise<TableRows> {
  const { rows: tables } = tablesSchema.parse(
    await knex.raw("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'workflow_execution'")
  )
  const all: TableRows = new Map()
  for (const { tablename } of tables) {
    const { rows } = rowsSchema.parse(await knex.raw("SELECT to_jsonb(one)::text AS row FROM ?? AS one", [tablename]))
    all.set(
      tablename,
      rows.map(({ row }) => row)
    )
  }
  return all
}

/** Rows that were not there before; tables without any are left out. */
export function newRows(after: TableRows, before: TableRows): TableRows {
  return new Map(
    [...after].flatMap(([table, rows]) => {
      const known = new Set(before.get(table))
      const added = rows.filter((row) => !known.has(row))
      return added.length > 0 ? [[table, added] as const] : []
    })
  )
}

/** Text of rows in which every id of Medusa's form and every moment says no more than what it is. */
export function withoutIdsAndMoments(text: string): string {
  return text
    .replace(/"([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}"/g, '"$1_…"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)"/g, '"moment"')
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { PROBES, type TableArea } from "./probes"

/** Something of Medusa's tables that is not as the statements of this room need it, and the areas that use them. */
export type SchemaMismatch = { name: string; reason: string; areas: readonly TableArea[] }

/** PostgreSQL's class of errors for what is not there, or not as a statement takes it: 42P01 and the like. */
const DOES_NOT_FIT = /^42/

const codeSchema = z.looseObject({ code: z.string(), message: z.string() })

const columnSchema = z.object({ table_name: z.string(), column_name: z.string() })

/**
 * Compares the shop's tables with what the statements of this room use: PostgreSQL is asked to explain each, which runs
 * none of them, and for columns that must be given and that we do not know. Empty where all fits.
 * @throws what is no answer to that, such as a database that is away
 */
export async function probeSchema(sql: Sql): Promise<SchemaMismatch[]> {
  const mismatches: SchemaMismatch[] = []
  const inserts: Insert[] = []
  for (const { name, areas, run } of PROBES) {
    try {
      await run(explaining(sql, (statement) => inserts.push(...insertsOf(statement, { name, areas }))))
    } catch (error) {
      mismatches.push({ name, reason: reasonOf(error), areas })
    }
  }
  return [...mismatches, ...(await findMissingColumns(sql, inserts))]
}

/** Explains each statement; its rows are none. */
function explaining(sql: Sql, onStatement: (statement: string) => void): Sql {
  return async (_row, statement, bindings) => {
    onStatement(statement)
    await sql(z.unknown(), `EXPLAIN ${statement}`, bindings)
    return []
  }
}

/** One insert of a statement, with the columns that it names. */
type Insert = { name: string; areas: readonly TableArea[]; table: string; columns: Set<string> }

const INSERT = /INSERT INTO\s+"?(\w+)"?(?:\s+AS\s+\w+)?\s*\(([^)]*)\)/gi

function insertsOf(statement: string, probe: Pick<Insert, "name" | "areas">): Insert[] {
  return [...statement.matchAll(INSERT)].map(([, table = "", columns = ""]) => ({
    ...probe,
    table,
    columns: new Set(columns.split(",").map((column) => column.trim().replaceAll('"', ""))),
  }))
}

function reasonOf(error: unknown): string {
  const refused = codeSchema.safeParse(error)
  if (!refused.success || !DOES_NOT_FIT.test(refused.data.code)) {
    throw error
  }
  const { message } = refused.data
  // What stands before the dash is the statement.
  return message.split(" - ").at(-1) ?? message
}

/** Columns without a default that a row must have and an insert does not name: a newer Medusa's. */
async function findMissingColumns(sql: Sql, inserts: Insert[]): Promise<SchemaMismatch[]> {
  const required = await sql(
    columnSchema,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY(?) AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'
     ORDER BY table_name, column_name`,
    [[...new Set(inserts.map(({ table }) => table))]]
  )
  const missing = inserts.flatMap(({ name, areas, table, columns }) =>
    required
      .filter(({ table_name, column_name }) => table_name === table && !columns.has(column_name))
      .map(({ column_name }): [string, SchemaMismatch] => [
        `${name} ${table} ${column_name}`,
        { name, reason: `the table "${table}" wants a value for "${column_name}"`, areas },
      ])
  )
  return [...new Map(missing).values()]
}

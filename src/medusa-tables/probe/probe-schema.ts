import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { PROBES } from "./probes"
import { sampleRows } from "./sample-rows"

/** Something of Medusa's tables that is not as the statements of this room need it. */
export type SchemaMismatch = { name: string; reason: string }

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
  for (const { name, run } of PROBES) {
    try {
      await run(explaining(sql))
    } catch (error) {
      mismatches.push({ name, reason: reasonOf(error) })
    }
  }
  return [...mismatches, ...(await findRequiredColumns(sql))]
}

/** Explains each statement; its rows are none. */
function explaining(sql: Sql): Sql {
  return async (_row, statement, bindings) => {
    await sql(z.unknown(), `EXPLAIN ${statement}`, bindings)
    return []
  }
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

/** Columns without a default that a row must have and ours have not: a newer Medusa's. */
async function findRequiredColumns(sql: Sql): Promise<SchemaMismatch[]> {
  const written = new Map<string, Set<string>>()
  for (const [table, rows] of sampleRows()) {
    written.set(table, new Set([...(written.get(table) ?? []), ...rows.flatMap(Object.keys)]))
  }
  const required = await sql(
    columnSchema,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY(?) AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'
     ORDER BY table_name, column_name`,
    [[...written.keys()]]
  )
  return required
    .filter(({ table_name, column_name }) => !written.get(table_name)?.has(column_name))
    .map(({ table_name, column_name }) => ({
      name: "insertRows",
      reason: `the table "${table_name}" wants a value for "${column_name}"`,
    }))
}

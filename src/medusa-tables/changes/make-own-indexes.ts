import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { FORMER_INDEXES, OWN_INDEXES } from "./own-indexes"

const nameSchema = z.object({ name: z.string() })

/**
 * Makes indexes of ours on tables of Medusa's, unless they are there. Not in a migration: those tables are other
 * modules', which may migrate after ours. Concurrently, so that no shop stands still for one; what a crash left half made
 * is made anew. Not in a transaction, where PostgreSQL makes none concurrently.
 */
export async function makeOwnIndexes(sql: Sql): Promise<void> {
  const names = OWN_INDEXES.map(({ name }) => name)
  const broken = await sql(
    nameSchema,
    `SELECT relname AS name FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
     WHERE relname = ANY(?) AND NOT indisvalid`,
    [names]
  )
  for (const name of [...FORMER_INDEXES, ...broken.map((index) => index.name)]) {
    await sql(z.unknown(), `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`)
  }
  for (const { name, on } of OWN_INDEXES) {
    await sql(z.unknown(), `CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON ${on}`)
  }
}

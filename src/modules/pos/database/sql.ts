import { z } from "zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Values of `?` in their order, or of `:name` by name; PostgreSQL receives them as parameters, never as text. */
export type SqlBindings = Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>>

/** Runs one statement with bindings and parses its rows. */
export type Sql = <Row>(row: z.ZodType<Row>, statement: string, bindings?: SqlBindings) => Promise<Row[]>

const anyRowSchema = z.unknown()

/** From this number of rows, a plan made for few rows would read the same rows repeatedly. */
export const MANY_ROWS = 100

/**
 * Disables nested loops for the rest of the transaction. After a large import PostgreSQL has no statistics yet, and for
 * a JSON list it never has any. It then expects few rows and plans nested loops over thousands, which takes minutes.
 */
export async function planForMany(sql: Sql): Promise<void> {
  await sql(anyRowSchema, "SET LOCAL enable_nestloop = off")
}

/**
 * Forces index scans for the rest of the transaction. After a first pull or a large import, PostgreSQL does not know
 * the size of a table yet and would read it whole.
 */
export async function planByIndexes(sql: Sql): Promise<void> {
  await sql(anyRowSchema, "SET LOCAL enable_seqscan = off")
}

/** A row with an id, for example from `RETURNING id`. */
export const idRowSchema = z.object({ id: z.string() })

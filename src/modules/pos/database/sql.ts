import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Runs one statement with `?` bindings and parses its rows. Bindings go to PostgreSQL as parameters, never as text. */
export type Sql = <Row>(row: z.ZodType<Row>, statement: string, bindings?: Knex.RawBinding[]) => Promise<Row[]>

const anyRowSchema = z.unknown()

/** From so many rows on a plan for few would read the same rows again and again. */
export const MANY_ROWS = 100

/**
 * Rules nested loops out for the rest of the transaction. After a large import PostgreSQL has no statistics yet, and of
 * a list that comes as JSON it never has any: it expects few rows and plans loops over thousands, which takes minutes.
 */
export async function planForMany(sql: Sql): Promise<void> {
  await sql(anyRowSchema, "SET LOCAL enable_nestloop = off")
}

/**
 * Has the rest of the transaction read tables by their indexes. Right after a first pull or a large import PostgreSQL does
 * not know yet how large a table has become, and would read it whole.
 */
export async function planByIndexes(sql: Sql): Promise<void> {
  await sql(anyRowSchema, "SET LOCAL enable_seqscan = off")
}

/** A row with an id, the least that `RETURNING id` gives. */
export const idRowSchema = z.object({ id: z.string() })

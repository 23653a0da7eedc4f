import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Runs one statement with `?` bindings and parses its rows. Bindings go to PostgreSQL as parameters, never as text. */
export type Sql = <Row>(row: z.ZodType<Row>, statement: string, bindings?: Knex.RawBinding[]) => Promise<Row[]>

const resultSchema = z.looseObject({ rows: z.array(z.unknown()).default([]) })

/** Statements on a knex connection or inside one of its transactions. */
export function sqlOn(knex: Knex | Knex.Transaction): Sql {
  return async (row, statement, bindings = []) => {
    const result = resultSchema.parse(await knex.raw(statement, bindings))
    return z.array(row).parse(result.rows)
  }
}

/** A row with an id, the least that `RETURNING id` gives. */
export const idRowSchema = z.object({ id: z.string() })

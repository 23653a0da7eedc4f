import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

const resultSchema = z.looseObject({ rows: z.array(z.unknown()).default([]) })

/** Creates the {@link Sql} function for a knex connection or transaction. Only the module opens one. */
export function sqlOn(knex: Knex | Knex.Transaction): Sql {
  return async (row, statement, bindings = []) => {
    const result = resultSchema.parse(await knex.raw(statement, bindings))
    // An array schema would be created again for every statement, which costs more than the validation.
    return result.rows.map((record) => row.parse(record))
  }
}

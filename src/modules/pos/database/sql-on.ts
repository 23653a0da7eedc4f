import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

const resultSchema = z.looseObject({ rows: z.array(z.unknown()).default([]) })

/** Statements on a knex connection or inside one of its transactions. Nobody but the module opens one. */
export function sqlOn(knex: Knex | Knex.Transaction): Sql {
  return async (row, statement, bindings = []) => {
    const result = resultSchema.parse(await knex.raw(statement, bindings))
    // A schema for the list would be built anew for every statement, which costs more than it checks.
    return result.rows.map((one) => row.parse(one))
  }
}

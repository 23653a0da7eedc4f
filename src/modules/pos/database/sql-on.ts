import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { writeLiterals } from "./literals"
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

const resultsSchema = z.array(resultSchema)

/**
 * As {@link sqlOn}, for queries that PostgreSQL plans with index scans only, regardless of its statistics. The setting
 * and the query are one round trip and one implicit transaction, so nothing else is planned so.
 */
export function sqlByIndexes(knex: Knex): Sql {
  return async (row, statement, bindings = []) => {
    const text = writeLiterals(statement, bindings)
    const results = resultsSchema.parse(await knex.raw(`SET LOCAL enable_seqscan = off; ${text}`))
    return (results.at(-1)?.rows ?? []).map((record) => row.parse(record))
  }
}

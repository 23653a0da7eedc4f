import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { Sql, SqlBindings } from "./sql"
import { PosError } from "../errors"

/** Characters of the names and ids that our own code passes: none of them ends a literal. */
const PLAIN = /^[\w.:-]*$/

/** A value cannot be written into the text of a statement. */
class LiteralError extends PosError {
  constructor(value: unknown) {
    super(
      "pos_unexpected_state",
      `Could not write ${JSON.stringify(value)} into a statement: it is no time, number, boolean or plain name. Bind it instead.`
    )
    this.name = "LiteralError"
  }
}

function toLiteral(value: unknown): string {
  if (value instanceof Date) {
    return `'${value.toISOString()}'::timestamptz`
  }
  if (typeof value === "number" && Number.isFinite(value)) {
    return String(value)
  }
  if (typeof value === "boolean") {
    return String(value)
  }
  if (typeof value === "string" && PLAIN.test(value)) {
    return `'${value}'::text`
  }
  if (Array.isArray(value)) {
    return `ARRAY[${value.map(toLiteral).join(", ")}]::text[]`
  }
  throw new LiteralError(value)
}

/**
 * Writes positional bindings into a statement. PostgreSQL takes parameters with a single statement only, so a setting
 * and a query that share a round trip have none. Only times, numbers, booleans, plain names and lists of them are
 * written; nothing that a person or the POS can choose.
 * @throws LiteralError
 */
export function writeLiterals(statement: string, bindings: SqlBindings): string {
  if (!Array.isArray(bindings)) {
    throw new LiteralError(bindings)
  }
  const values: unknown[] = [...bindings]
  const parts = statement.split("?")
  if (parts.length !== values.length + 1) {
    throw new PosError(
      "pos_unexpected_state",
      `Could not bind ${values.length} values to ${parts.length - 1} places of a statement. Pass one value for each "?".`
    )
  }
  return parts.map((part, index) => (index < values.length ? part + toLiteral(values[index]) : part)).join("")
}

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

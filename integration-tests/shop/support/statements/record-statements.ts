import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { shutdownWorkers } from "../../../../src/runtime/workers"

/**
 * Returns every statement that this store's process sends to PostgreSQL during some work and what it has started,
 * `BEGIN` and `COMMIT` included: what the driver is asked to send, whoever asks. A test's own connection does not count.
 */
export async function recordStatements(container: MedusaContainer, work: () => Promise<unknown>): Promise<string[]> {
  const knex: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const statements: string[] = []
  const record = ({ sql }: { sql: string }) => statements.push(sql.replace(/\s+/g, " ").trim())
  knex.on("query", record)
  try {
    await work()
    await shutdownWorkers()
  } finally {
    knex.off("query", record)
  }
  return statements
}

/** Groups statements by their text, the most frequent first, for a person to read. */
export function groupStatements(statements: string[]): string {
  const counted = new Map<string, number>()
  statements.forEach((statement) => {
    // Times that are written into a statement differ each time.
    const text = statement.replace(/'\d{4}-[^']*'/g, "'…'").slice(0, 150)
    counted.set(text, (counted.get(text) ?? 0) + 1)
  })
  return [...counted]
    .sort(([, left], [, right]) => right - left)
    .map(([text, count]) => `${String(count).padStart(5)}  ${text}`)
    .join("\n")
}

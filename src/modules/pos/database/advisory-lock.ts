import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Runs work while a lock of PostgreSQL is held, which ends with the process that holds it.
 * Why SQL: Medusa's locking module locks within one process unless the shop has set up more.
 */
export async function withAdvisoryLock<Result>(
  knex: Knex | Knex.Transaction,
  name: string,
  work: () => Promise<Result>
): Promise<Result> {
  return knex.transaction(async (transaction) => {
    await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name])
    return work()
  })
}

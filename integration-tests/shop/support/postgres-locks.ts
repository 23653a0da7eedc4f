import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Locks as `@medusajs/locking-postgres` has them: the keys of a call are advisory locks of one transaction, taken in the
 * order of the list, and the transaction stays open until the work ends.
 */
export class PostgresLocks {
  constructor(private readonly knex: Knex) {}

  async execute<Result>(
    keys: string | string[],
    work: (signal?: AbortSignal) => Promise<Result>,
    { timeout = 5 }: { timeout?: number; expire?: number } = {}
  ): Promise<Result> {
    return this.knex.transaction(async (transaction) => {
      await transaction.raw(`SET LOCAL lock_timeout = '${timeout}s'`)
      for (const key of [keys].flat()) {
        await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [key])
      }
      return work()
    })
  }
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The database as one worker has it that does something when it has written, and before its transactions end. */
export const beforeCommit = (knex: Knex, between: () => Promise<void>): Knex =>
  new Proxy(knex, {
    get: (target, name, receiver) =>
      name === "transaction"
        ? (work: (transaction: Knex.Transaction) => Promise<unknown>) =>
            target.transaction(async (transaction: Knex.Transaction) => {
              const written = await work(transaction)
              await between()
              return written
            })
        : Reflect.get(target, name, receiver),
  })

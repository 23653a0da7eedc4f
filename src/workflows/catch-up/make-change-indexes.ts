import { container as shop } from "@medusajs/framework"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { addApplicationPart } from "../../modules/pos/application-parts"
import { sqlOn } from "../../modules/pos/database/sql"
import { goOnBeside } from "../queue/background"
import { withLease } from "../queue/with-lease"
import { STOCK_CHANGE_INDEXES } from "../../medusa-tables/stock/find-changed-stock"

const nameSchema = z.object({ name: z.string() })

/**
 * Makes indexes of ours on tables of Medusa's, unless they are there. Not in a migration: those tables are other
 * modules', which may migrate after ours. Concurrently, so that no shop stands still for one; what a crash left half made
 * is made anew.
 */
export async function makeChangeIndexes(knex: Knex): Promise<void> {
  const sql = sqlOn(knex)
  const names = STOCK_CHANGE_INDEXES.map(({ name }) => name)
  const broken = await sql(
    nameSchema,
    `SELECT relname AS name FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
     WHERE relname = ANY(?) AND NOT indisvalid`,
    [names]
  )
  for (const { name } of broken) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`)
  }
  for (const { name, on } of STOCK_CHANGE_INDEXES) {
    await knex.raw(`CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON ${on}`)
  }
}

addApplicationPart("change-indexes", {
  start() {
    const knex = shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const made = withLease(shop, "change-indexes", async () => makeChangeIndexes(knex))
    goOnBeside(
      shop,
      "making indexes",
      made.then(() => undefined)
    )
  },
  async end() {},
})

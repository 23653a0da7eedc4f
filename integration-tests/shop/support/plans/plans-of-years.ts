import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createOwnIndexes } from "../../../../src/medusa/indexes"
import { sqlOn } from "../../../../src/modules/pos/database/sql-on"
import { seedBenchmarkStore } from "../../../../test-support/seed-benchmark-store"
import { DAYS } from "../../../../test-support/years/seed-history"
import { seedYears, type YearsSize } from "../../../../test-support/years/seed-years"
import { allPlans, readingOver } from "./rows-over"
import { stageRows } from "./stage-rows"
import { knowAs, restAutovacuum, STATES } from "./statistics"

const connectionId = "poscon_years"

/** Statements that read too much in a store of years, in each state of PostgreSQL's statistics; none is as it should be. */
export async function overreadingOfYears(container: MedusaContainer, knex: Knex, size: YearsSize): Promise<object[]> {
  const over: object[] = []
  await restAutovacuum(knex, true)
  try {
    const shop = await seedBenchmarkStore(container)
    await knex.raw(
      `INSERT INTO pos_connection (id, organization_uuid, currency_code, sales_channel_id, stock_location_id, region_id,
         contact_email, client_id) VALUES (?, 'org', 'sek', ?, ?, ?, 'merchant@example.com', 'client')`,
      [connectionId, shop.salesChannelId, shop.stockLocationId, shop.regionId]
    )
    await createOwnIndexes(sqlOn(knex))
    await seedYears(knex, shop, connectionId, size, () => knowAs(knex, "analysed"))
    const stage = await stageRows(knex, connectionId, shop)
    const plans = allPlans(stage, Math.ceil(size.receipts / DAYS))
    for (const state of STATES) {
      await knowAs(knex, state)
      over.push(...(await readingOver(knex, plans)).map((reading) => ({ state, ...reading })))
    }
  } finally {
    await restAutovacuum(knex, false)
  }
  return over
}

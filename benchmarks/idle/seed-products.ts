import { knex as openKnex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { seedCatalog } from "../../test-support/seed-catalog"
import { seedStock } from "../../test-support/seed-stock"

/** Of each variant. */
const STOCKED = 25

const placeSchema = z.object({
  salesChannelId: z.string(),
  stockLocationId: z.string(),
  regionId: z.string(),
  shippingProfileId: z.string(),
  categoryIds: z.array(z.string()).min(1),
  products: z.coerce.number(),
})

/** Fills the store of the database DATABASE_URL up to as many products as the command line says. */
async function seedProducts(products: number): Promise<void> {
  const knex = openKnex({ client: "pg", connection: process.env.DATABASE_URL ?? "" })
  try {
    const [place] = await sqlOn(knex)(
      placeSchema,
      `SELECT (SELECT id FROM sales_channel WHERE name = 'Kassa') AS "salesChannelId",
         (SELECT id FROM stock_location LIMIT 1) AS "stockLocationId",
         (SELECT id FROM region WHERE currency_code = 'sek') AS "regionId",
         (SELECT id FROM shipping_profile LIMIT 1) AS "shippingProfileId",
         (SELECT array_agg(id) FROM product_category) AS "categoryIds",
         (SELECT count(*) FROM product) AS products`
    )
    if (place && place.products < products) {
      await seedCatalog(knex, place, { from: place.products + 1, to: products })
      await seedStock(knex, place.stockLocationId, STOCKED)
    }
  } finally {
    await knex.destroy()
  }
}

void seedProducts(Number(process.argv[2]))

import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { posConnectWorkflow } from "../../src/features/connection/connect"
import { PosDriver } from "../../test-support/pos-driver"
import { insertCatalog } from "../../test-support/seed-catalog"
import { type BenchmarkStore, seedBenchmarkStore, seedPlace } from "../../test-support/seed-benchmark-store"
import { insertStock } from "../../test-support/seed-stock"
import { goodsAtPos } from "../limits/goods"
import type { MirrorStage } from "../mirror/stage"

const LOOK_MS = 500

/** Counting 100,000 products is work, too: it shall take a twentieth of the time at most. */
const REST_OF_LOOK = 19

/** Of each variant, so that nothing sells out. */
const STOCKED = 1_000_000

/** Variants that are sold. */
const SOLD = 100

/** The first so many have stock, which their registers are notified of variant by variant; the others are there to be many. */
const WITH_STOCK = 2

const inventoriesSchema = z.looseObject({ STORE: z.string() })

/**
 * One shop with many registers: each organization has a sales channel, a stock location and products of its own, and as many
 * products are at no register at all.
 * @returns a quiet one and a busy one of them, and the products that no register has
 */
export async function seedShops(
  container: MedusaContainer,
  shops: number,
  products: number
): Promise<{ quiet: MirrorStage; busy: MirrorStage; notAtPos: string[] }> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const common = await seedBenchmarkStore(container)
  const places: BenchmarkStore[] = []
  for (let index = 0; index <= shops; index++) {
    const place = { ...common, ...(await seedPlace(container)) }
    await insertCatalog(knex, place, { from: index * products + 1, to: (index + 1) * products })
    if (index < WITH_STOCK) {
      await insertStock(knex, place.stockLocationId, STOCKED)
    }
    places.push(place)
  }
  await knex.raw("ANALYZE")
  const [apart] = places.splice(shops)
  const stages: MirrorStage[] = []
  for (const place of places) {
    stages.push(await connectPlace(container, knex, place))
  }
  await untilAtRest(knex, shops * products)
  const [quiet, busy] = await Promise.all(
    stages.slice(0, WITH_STOCK).map(async (stage) => ({
      ...stage,
      goods: await goodsAtPos(knex, stage.connectionId, SOLD),
    }))
  )
  if (!quiet || !busy || !apart) {
    throw new TooFewShopsError(shops)
  }
  return { quiet, busy, notAtPos: await productsOf(knex, apart) }
}

/** Products of a sales channel. */
export async function productsOf(knex: Knex, { salesChannelId }: BenchmarkStore): Promise<string[]> {
  const rows = await sqlOn(knex)(
    z.object({ product_id: z.string() }),
    "SELECT product_id FROM product_sales_channel WHERE sales_channel_id = ? ORDER BY product_id",
    [salesChannelId]
  )
  return rows.map(({ product_id }) => product_id)
}

/** One register is compared with itself beside another. */
class TooFewShopsError extends Error {
  constructor(shops: number) {
    super(`There are to be ${shops} shops; a quiet one and a busy one need at least 2`)
    this.name = "TooFewShopsError"
  }
}

async function connectPlace(container: MedusaContainer, knex: Knex, shop: BenchmarkStore): Promise<MirrorStage> {
  const posDriver = await PosDriver.open()
  const { result } = await posConnectWorkflow(container).run({
    input: {
      api_key: posDriver.apiKey,
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
      outbound_settings: { selection: { by: "sales_channel", ids: [shop.salesChannelId] } },
    },
  })
  const connectionId = result.connection_id
  const { inventories } = await container.resolve(POS_MODULE).findConnection(connectionId)
  const storeUuid = inventoriesSchema.parse(inventories).STORE
  return { container, knex, shop, posDriver, connectionId, goods: [], storeUuid }
}

const restSchema = z.object({ synced: z.coerce.number(), due: z.coerce.number(), pending: z.coerce.number() })

/** Until every register has its products, with the stock of those that have some, and has reported nothing that still waits. */
export async function untilAtRest(knex: Knex, products: number): Promise<void> {
  for (;;) {
    const lookedAt = performance.now()
    const [rest] = await sqlOn(knex)(
      restSchema,
      `SELECT (SELECT count(*) FROM pos_product_link WHERE state = 'synced' AND pushed_revision >= revision) AS synced,
              (SELECT count(*) FROM pos_variant_link WHERE stock_revision > stock_pushed_revision) AS due,
              (SELECT count(*) FROM pos_inbox_entry WHERE state = 'pending') AS pending`,
      []
    )
    if (rest?.synced === products && rest.due === 0 && rest.pending === 0) {
      return
    }
    await sleep(Math.max(LOOK_MS, (performance.now() - lookedAt) * REST_OF_LOOK))
  }
}

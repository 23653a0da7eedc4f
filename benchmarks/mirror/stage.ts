import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { PosDriver } from "../../test-support/pos-driver"
import { POS_MODULE } from "../../src/modules/pos"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { insertInboxEntries } from "../../src/runtime/inbox-store"
import { drainInbox } from "../../src/runtime/inbox"
import { drainStoreWrites } from "../../src/runtime/store-write-drain"
import { connect } from "../../test-support/connect"
import { seedCatalog } from "../../test-support/seed-catalog"
import { type BenchmarkStore, seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { seedStock } from "../../test-support/seed-stock"

const PRODUCTS = 200
const LOOK_MS = 50

/** Of each variant, so that nothing sells out. */
const STOCKED = 1_000_000

/** A variant on both sides. */
export type Goods = { variantId: string; itemId: string; productUuid: string; variantUuid: string }

/** a store and a POS after the initial matching: the same products, the same stock. */
export type MirrorStage = {
  container: MedusaContainer
  knex: Knex
  shop: BenchmarkStore
  posDriver: PosDriver
  connectionId: string
  goods: Goods[]
  /** the POS's inventory that is sold from */
  storeUuid: string
}

const inventoriesSchema = z.looseObject({ STORE: z.string() })

/** Something was to come to pass, and did not; figures of the benchmark would say nothing. */
export class IncompleteMirrorError extends Error {
  constructor(what: string, found: unknown, expected: unknown) {
    super(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
    this.name = "IncompleteMirrorError"
  }
}

/** @param first the number of its first product, where others have those before */
export async function openMirrorStage(container: MedusaContainer, first = 1): Promise<MirrorStage> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shop = await seedBenchmarkStore(container)
  await seedCatalog(knex, shop, { from: first, to: first + PRODUCTS - 1 })
  await seedStock(knex, shop.stockLocationId, STOCKED)
  const posDriver = await PosDriver.open()
  const { connectionId } = await connect(container, shop, posDriver.apiKey)
  const goods = await waitForGoods(knex, connectionId)
  await drainInbox(container, connectionId)
  const { inventories } = await container.resolve(POS_MODULE).findConnection(connectionId)
  const storeUuid = inventoriesSchema.parse(inventories).STORE
  return { container, knex, shop, posDriver, connectionId, goods, storeUuid }
}

const goodsSchema = z.object({
  variantId: z.string(),
  itemId: z.string(),
  productUuid: z.string(),
  variantUuid: z.string(),
})

/** Until the POS has every variant with its stock. */
async function waitForGoods(knex: Knex, connectionId: string): Promise<Goods[]> {
  for (;;) {
    const goods = await sqlOn(knex)(
      goodsSchema,
      `SELECT link.variant_id AS "variantId", item.inventory_item_id AS "itemId", link.product_uuid AS "productUuid",
              link.variant_uuid AS "variantUuid"
       FROM pos_variant_link AS link JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id
       WHERE link.connection_id = ? AND link.tracked AND link.pos_balance = ? AND link.stock_claimed_until IS NULL
         AND NOT EXISTS (SELECT 1 FROM pos_inbox_entry WHERE state = 'pending')
       ORDER BY link.variant_id`,
      [connectionId, String(STOCKED)]
    )
    if (goods.length === PRODUCTS * 2) {
      return goods
    }
    await sleep(LOOK_MS)
  }
}

/** What moved in the store since the beginning, over all variants; below 0 when goods were sold. */
export async function movedInStore({ knex }: MirrorStage): Promise<number> {
  const [row] = await sqlOn(knex)(
    z.object({ moved: z.number() }),
    "SELECT sum(stocked_quantity - ?)::float AS moved FROM inventory_level",
    [STOCKED]
  )
  return row?.moved ?? NaN
}

/** How many receipts have their order. */
export async function mirroredReceipts({ knex, connectionId }: MirrorStage): Promise<number> {
  const [row] = await sqlOn(knex)(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) FROM pos_receipt AS receipt JOIN "order" ON "order".id = receipt.order_id
     WHERE receipt.connection_id = ? AND receipt.state = 'mirrored'`,
    [connectionId]
  )
  return row?.count ?? NaN
}

type Reported = { event: string; aggregate: string; key: string; payload: unknown }

/** Puts entries into the inbox as the webhook endpoint does, and wakes nobody. */
export async function fillInbox({ container, connectionId }: MirrorStage, entries: Reported[]): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  // Nobody begins before the clock does.
  await pos.updatePosConnections({ id: connectionId, state: "paused" })
  for (let first = 0; first < entries.length; first += 500) {
    const arrived = entries.slice(first, first + 500).map(({ event, aggregate, key, payload }) => ({
      natural_key: key,
      event_name: event,
      aggregate,
      source: "webhook" as const,
      payload,
      message_timestamp: null,
    }))
    await pos.query((sql) => insertInboxEntries(sql, connectionId, arrived))
  }
  await pos.updatePosConnections({ id: connectionId, state: "active" })
}

/** Performs the writes that wait for Medusa's services; none with SQL. Another loop of this process may have begun. */
async function performStoreWrites({ container, knex }: MirrorStage): Promise<void> {
  for (;;) {
    await drainStoreWrites(container)
    const [row] = await sqlOn(knex)(
      z.object({ left: z.coerce.number() }),
      "SELECT count(*) AS left FROM pos_store_write"
    )
    if (row?.left === 0) {
      return
    }
    await sleep(LOOK_MS)
  }
}

/** Puts entries into the inbox, and then measures one worker that handles them all. */
export async function secondsToHandle(stage: MirrorStage, entries: Reported[]): Promise<number> {
  const { container, connectionId } = stage
  const pos = container.resolve(POS_MODULE)
  await fillInbox(stage, entries)
  const started = performance.now()
  await drainInbox(container, connectionId)
  await performStoreWrites(stage)
  const seconds = (performance.now() - started) / 1_000
  const undone = await pos.listPosInboxEntries({ connection_id: connectionId, state: ["pending", "dead"] })
  if (undone.length > 0) {
    throw new IncompleteMirrorError("Entries of the inbox are left", undone[0]?.reason, null)
  }
  return seconds
}

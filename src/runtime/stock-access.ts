import type { MedusaContainer } from "@medusajs/framework/types"
import { findVariantsOfInventory } from "../medusa/changed-products"
import {
  addToLevels,
  type DueLowStock,
  findChangedStock,
  findDueLowStock,
  findInventoryItems,
  hasMainLocation,
  type LevelChange,
  levelChangeSchema,
  type MovedLevel,
  planLevelChanges,
  readAvailableStock,
} from "../medusa/stock"
import { fetchAvailability } from "../medusa/services/fetch-availability"
import {
  fetchStock,
  isLocationAlive,
  listChangedStock,
  listVariantsOfInventory,
  overStockRows,
} from "../medusa/services/read-stock"
import { type StockWrite, withWaitingWrites } from "../medusa/services/write-stock"
import { POS_MODULE } from "../modules/pos"
import type { Sql } from "../modules/pos/database/sql"
import type { PosMovement } from "../modules/pos/pos-movement"
import { accessByArea, getTableAccess } from "./schema-compatibility"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import { insertStoreWrites } from "./store-writes"

/** Writes of an inventory item are performed in their order. */
const getSubject = (inventoryItemId: string) => `stock:${inventoryItemId}`

/**
 * Stores changes of levels as writes that Medusa's services perform, one for each level. In the transaction of the
 * movements that cause them. Locks on the subjects keep the numbers of an item's writes in the order of their commits.
 * Why SQL: Medusa's locking module locks only within one process unless the store has configured a provider.
 */
async function insertStockWrites(sql: Sql, connectionId: string, changes: LevelChange[]): Promise<void> {
  const subjects = changes.map(({ inventory_item_id }) => getSubject(inventory_item_id)).sort()
  await sql(
    z.unknown(),
    `SELECT pg_advisory_xact_lock(hashtextextended(subject, 0))::text
     FROM unnest(?::text[]) WITH ORDINALITY AS named(subject, place) ORDER BY place`,
    [subjects]
  )
  await insertStoreWrites(
    sql,
    changes.map((change) => ({
      connection_id: connectionId,
      kind: "stock",
      // The ledger counts each movement once, so that a change of it is stored once.
      key: randomUUID(),
      subject: getSubject(change.inventory_item_id),
      payload: change,
    }))
  )
}

const writeSchema = z.object({ sequence: z.number(), payload: z.unknown() })

/** Lists the writes of inventory items that have not been performed, in their order. */
async function listStockWrites(sql: Sql, inventoryItemIds: string[]): Promise<z.infer<typeof writeSchema>[]> {
  return sql(
    writeSchema,
    `SELECT sequence, payload FROM pos_store_write
     WHERE subject = ANY(?) AND kind = 'stock' AND deleted_at IS NULL ORDER BY sequence`,
    [inventoryItemIds.map(getSubject)]
  )
}

/** Returns true while writes of stock wait. */
async function hasStockWrites(sql: Sql): Promise<boolean> {
  const [row] = await sql(
    z.object({ waits: z.boolean() }),
    "SELECT EXISTS (SELECT 1 FROM pos_store_write WHERE kind = 'stock' AND deleted_at IS NULL) AS waits"
  )
  return row?.waits === true
}

type StockConnection = { id: string; stock_location_id: string; inbound_settings: unknown }

/** How a transaction reads and moves the store's stock. */
export type StockAccess = {
  /** Runs the queries of `medusa/stock.ts`: on Medusa's tables, or over rows that Medusa's services delivered. */
  over: (sql: Sql) => Sql
  /**
   * Adds movements to the store's levels in the caller's transaction, or stores them as writes of Medusa's services.
   * @returns the levels that moved; with services they move once the writes are performed
   */
  move: (sql: Sql, connection: StockConnection, movements: PosMovement[]) => Promise<MovedLevel[]>
}

/** Returns whether SQL cannot read Medusa's tables of stock, which is known without a query. */
async function isSqlUnable(container: MedusaContainer): Promise<boolean> {
  return (await getTableAccess(container, "stock")) === "services"
}

/**
 * Returns whether Medusa's services read and write levels: where SQL cannot, and while writes for them wait, because
 * the ledger has counted what the tables do not show yet.
 */
export async function isStockByServices(container: MedusaContainer): Promise<boolean> {
  return (await isSqlUnable(container)) || container.resolve(POS_MODULE).query(hasStockWrites)
}

/**
 * Returns how the queries of `medusa/availability.ts` run: on Medusa's tables, or over rows that Medusa's services
 * delivered, because they read products beside stock. Writes that wait for services are not counted yet.
 */
export async function openAvailability(container: MedusaContainer, variantIds: string[]): Promise<(sql: Sql) => Sql> {
  const { stock, catalog } = await accessByArea(container)
  return stock === "sql" && catalog === "sql" ? (sql) => sql : fetchAvailability(container, variantIds)
}

/** Access by SQL, where Medusa's tables are known. */
export const SQL_ACCESS: StockAccess = { over: (sql) => sql, move: addToLevels }

/**
 * Fetches the stock of variants and returns the access to it by Medusa's services. No transaction is open meanwhile.
 * The caller holds Medusa's locks on the inventory items, so that the rows stay true in its transaction.
 * @param withSharing also fetches the other variants that use the same inventory items
 */
async function fetchStockAccess(
  container: MedusaContainer,
  variantIds: string[],
  withSharing = false
): Promise<StockAccess> {
  let waiting: StockWrite[] = []
  const readWaiting = async (inventoryItemIds: string[]) => {
    const writes = await container.resolve(POS_MODULE).query((sql) => listStockWrites(sql, inventoryItemIds))
    waiting = writes.map(({ sequence, payload }) => ({ ...levelChangeSchema.parse(payload), number: sequence }))
  }
  const fetched = await fetchStock(container, variantIds, readWaiting, withSharing)
  const rows = withWaitingWrites(fetched, waiting)
  const over = (sql: Sql) => overStockRows(sql, rows)
  return {
    over,
    move: async (sql, connection, movements) => {
      const changes = await planLevelChanges(over(sql), connection, movements)
      await insertStockWrites(sql, connection.id, changes)
      return []
    },
  }
}

/** Maximum number of variants whose rows are fetched at once; the queries compare each row with each. */
const VARIANTS_AT_ONCE = 500

/** Runs a query of `medusa/stock.ts` on the stock of variants, a part of them at a time where services deliver it. */
async function readInParts<Result>(
  container: MedusaContainer,
  variantIds: string[],
  read: (sql: Sql, variantIds: string[]) => Promise<Result>
): Promise<Result[]> {
  const pos = container.resolve(POS_MODULE)
  if (!(await isStockByServices(container))) {
    return [await pos.query((sql) => read(sql, variantIds))]
  }
  const results: Result[] = []
  for (let from = 0; from < variantIds.length; from += VARIANTS_AT_ONCE) {
    const some = variantIds.slice(from, from + VARIANTS_AT_ONCE)
    const stock = await fetchStockAccess(container, some)
    results.push(await pos.query((sql) => read(stock.over(sql), some)))
  }
  return results
}

/** Reads the available stock of variants, outside of transactions. @see readAvailableStock */
export async function readAvailable(
  container: MedusaContainer,
  connection: Omit<StockConnection, "id">,
  variantIds: string[]
): Promise<Map<string, string>> {
  const stock = await readInParts(container, variantIds, async (sql, some) => readAvailableStock(sql, connection, some))
  return new Map(stock.flatMap((levels) => [...levels]))
}

/** Finds low-stock levels that have to be sent, outside of transactions. @see findDueLowStock */
export async function readDueLowStock(
  container: MedusaContainer,
  links: { id: string; variant_id: string }[]
): Promise<DueLowStock[]> {
  const linkIds = new Map(links.map(({ id, variant_id }) => [variant_id, id]))
  const stockRows = await readInParts(container, [...linkIds.keys()], async (sql, some) =>
    findDueLowStock(
      sql,
      some.flatMap((variantId) => linkIds.get(variantId) ?? [])
    )
  )
  return stockRows.flat()
}

/** Finds the inventory items of linked variants, sorted. @see findInventoryItems */
export async function readInventoryItems(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[]
): Promise<string[]> {
  const pos = container.resolve(POS_MODULE)
  if (!(await isSqlUnable(container))) {
    return pos.query((sql) => findInventoryItems(sql, connectionId, variantUuids))
  }
  const stock = await fetchStockAccess(container, await findVariantIds(container, connectionId, variantUuids))
  return pos.query((sql) => findInventoryItems(stock.over(sql), connectionId, variantUuids))
}

/**
 * Returns the access to the stock of linked variants for a transaction that is about to begin, while the caller holds
 * the locks on their inventory items.
 */
export async function openStockAccess(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[]
): Promise<StockAccess> {
  return (await isStockByServices(container))
    ? fetchStockAccess(container, await findVariantIds(container, connectionId, variantUuids), true)
    : SQL_ACCESS
}

async function findVariantIds(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[]
): Promise<string[]> {
  const links = await container
    .resolve(POS_MODULE)
    .listPosVariantLinks(
      { connection_id: connectionId, variant_uuid: variantUuids },
      { take: null, select: ["variant_id"] }
    )
  return [...new Set(links.map(({ variant_id }) => variant_id))]
}

/** Returns false when the connection's own stock location has been deleted. @see hasMainLocation */
export async function hasLocation(
  container: MedusaContainer,
  connection: Omit<StockConnection, "id">
): Promise<boolean> {
  return (await isSqlUnable(container))
    ? isLocationAlive(container, connection.stock_location_id)
    : container.resolve(POS_MODULE).query((sql) => hasMainLocation(sql, connection))
}

/** Finds stock that changed after a moment. @see findChangedStock */
export async function readChangedStock(container: MedusaContainer, since: Date): Promise<string[]> {
  return (await isSqlUnable(container))
    ? listChangedStock(container, since)
    : container.resolve(POS_MODULE).query((sql) => findChangedStock(sql, since))
}

/** Finds the variants behind IDs of inventory items, levels, reservations and their links. @see findVariantsOfInventory */
export async function readVariantsOfInventory(container: MedusaContainer, ids: string[]): Promise<string[]> {
  return (await isSqlUnable(container))
    ? listVariantsOfInventory(container, ids)
    : container.resolve(POS_MODULE).query((sql) => findVariantsOfInventory(sql, ids))
}

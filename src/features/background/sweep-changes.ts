import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { findProductsWithDueImages } from "../../medusa/product-lookups"
import { fetchDueImages } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { writeHousekeeping } from "../../modules/pos/database/housekeeping"
import { type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { openCatalog, readChangedSince } from "../../runtime/catalog-access"
import { eachConnection, some } from "../../runtime/due-work"
import { getErrorMessage } from "../../runtime/errors"
import { readChangedStock, readVariantsOfInventory } from "../../runtime/stock-access"
import { markAllDue, markLinkedProductsDue, findUnlinked, linkSold, findUnchanged } from "../catalog"
import { markStockDue, markStockOfProductsDue } from "../stock"

/**
 * Overlap of consecutive sweeps in milliseconds. A row's time of change is that of its write, but the row is visible
 * only once its transaction ends, which may be later.
 */
const OVERLAP_MS = 60_000

/** Number of products whose connections are queried at once, and of stock levels that are looked up at once. */
const PAGE_SIZE = 1_000

/**
 * Finds changes in the store since the last sweep that no event may have reported, and marks them as due. Connections
 * that were swept at the same time share one query of the store, and only connections with changes are visited.
 * @returns whether anything has changed, or could not be read
 */
export async function sweepChanges(container: MedusaContainer): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const together = await pos.query(readSweptTogether)
  let hasFound = false
  for (const { swept_at, ids } of together) {
    try {
      const since = swept_at && new Date(swept_at.getTime() - OVERLAP_MS)
      const outcome = since
        ? await sweepSince(container, ids, since)
        : { failedIds: new Set<string>(), isChanged: false }
      hasFound ||= outcome.isChanged
      const swept = ids.filter((id) => !outcome.failedIds.has(id))
      await pos.query((sql) => noteSwept(sql, swept, now))
    } catch (error) {
      hasFound = true
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`pos: finding changes since ${swept_at?.toISOString() ?? "ever"} failed: ${getErrorMessage(error)}`)
    }
  }
  return hasFound
}

/** Whether anything has changed, and connections for which it failed; they are swept again from the same time. */
type Swept = { failedIds: Set<string>; isChanged: boolean }

async function sweepSince(container: MedusaContainer, ids: string[], since: Date): Promise<Swept> {
  const products = sweepProductsSince(container, ids, since)
  // Also while the tables of products are not known: Medusa's services may read stock.
  await products.catch(() => undefined)
  const isStockChanged = await sweepStockSince(container, since)
  const { failedIds, isChanged } = await products
  return { failedIds, isChanged: isChanged || isStockChanged }
}

async function sweepStockSince(container: MedusaContainer, since: Date): Promise<boolean> {
  const changedStock = await readChangedStock(container, since)
  for (const page of getPages(changedStock)) {
    const variantIds = await readVariantsOfInventory(container, page)
    await container.resolve(POS_MODULE).query((sql) => markStockDue(sql, variantIds))
  }
  return changedStock.length > 0
}

async function sweepProductsSince(container: MedusaContainer, ids: string[], since: Date): Promise<Swept> {
  const pos = container.resolve(POS_MODULE)
  const failedIds = new Set<string>()
  const visit = async (connectionIds: string[], work: (connection: ConnectionRecord) => Promise<unknown>) => {
    const done = new Set(await eachConnection(container, "finding changes", work, connectionIds))
    connectionIds.filter((id) => !done.has(id)).forEach((id) => failedIds.add(id))
  }
  const { productIds, all } = await readChangedSince(container, since)
  if (all) {
    await visit(ids, async ({ id }) => pos.query((sql) => markAllDue(sql, id)))
  }
  for (const page of getPages(productIds)) {
    await pos.query((sql) => markStockOfProductsDue(sql, page, "unmatched"))
    const concerned = await findConcerned(container, ids, page)
    await visit([...concerned.keys()], async (connection) =>
      markChangedOf(container, connection, concerned.get(connection.id) ?? [])
    )
  }
  return { failedIds, isChanged: all || productIds.length > 0 }
}

function getPages(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_none, page) =>
    ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  )
}

/** Returns, per connection, which of the products it has or sells. */
async function findConcerned(
  container: MedusaContainer,
  ids: string[],
  productIds: string[]
): Promise<Map<string, string[]>> {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({ id: ids }, { take: null, select: ["id", "outbound_settings"] })
  const concerned = await findUnlinked(container, connections, productIds)
  const sweptIds = new Set(ids)
  const linked = await pos.query((sql) => findLinkedTo(sql, productIds))
  linked
    .filter(({ connection_id }) => sweptIds.has(connection_id))
    .forEach(({ connection_id, product_ids }) => {
      concerned.set(connection_id, [...new Set([...(concerned.get(connection_id) ?? []), ...product_ids])])
    })
  return concerned
}

async function markChangedOf(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<void> {
  // Most changes were reported by an event and are at the POS already: an import of 100,000 products must not be pushed
  // twice.
  const unchanged = await findUnchanged(container, connection, productIds)
  const changed = productIds.filter((id) => !unchanged.has(id))
  await container.resolve(POS_MODULE).query((sql) => markLinkedProductsDue(sql, changed, connection.id))
  await linkSold(container, connection, productIds)
}

/** Marks the products of a connection whose failed images may be tried again as due. */
export async function retryDueImages(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const over = await openCatalog(container, async () => fetchDueImages(container, connectionId, now))
  const productIds = await pos.query((sql) => findProductsWithDueImages(over(sql), connectionId, now))
  await pos.query((sql) => markLinkedProductsDue(sql, productIds, connectionId))
}

const cursorSchema = z.object({ swept_at: z.date().nullable(), ids: z.array(z.string()) })

/** Connections that were last swept at the same time; null: never. */
export type SweptTogether = z.infer<typeof cursorSchema>

/**
 * Groups all active connections that push by the time of their last sweep. A connection that was paused or failed has a
 * time of its own.
 */
export async function readSweptTogether(sql: Sql): Promise<SweptTogether[]> {
  return sql(
    cursorSchema,
    `SELECT swept_at, array_agg(id ORDER BY id) AS ids FROM pos_connection
     WHERE state = 'active' AND NOT push_held AND deleted_at IS NULL GROUP BY swept_at ORDER BY swept_at`
  )
}

/** Records up to when connections have been swept for changes. */
export async function noteSwept(sql: Sql, connectionIds: string[], at: Date): Promise<void> {
  await writeHousekeeping(
    sql,
    "UPDATE pos_connection SET swept_at = ?, updated_at = now() WHERE id = ANY(?) AND deleted_at IS NULL",
    [at, connectionIds]
  )
}

const concernedSchema = z.object({ connection_id: z.string(), product_ids: z.array(z.string()) })

/** Finds the connections that have links of the given products, and the products of each. */
export async function findLinkedTo(sql: Sql, productIds: string[]): Promise<z.infer<typeof concernedSchema>[]> {
  return sql(
    concernedSchema,
    `SELECT link.connection_id, array_agg(changed.product_id) AS product_ids
     FROM unnest(?::text[]) AS changed(product_id) CROSS JOIN LATERAL (
       SELECT connection_id FROM pos_product_link
       WHERE product_id = changed.product_id AND deleted_at IS NULL OFFSET 0) AS link
     GROUP BY link.connection_id`,
    [productIds]
  )
}

/** SQL condition on `connection`: it has a failed image that may be tried again now. */
export const areImagesDue = (now: Date): Fragment =>
  fragment(
    `NOT connection.push_held AND ${some(
      `SELECT 1 FROM pos_image AS image WHERE image.connection_id = connection.id AND image.state = 'invalid'
         AND image.next_attempt_at <= ? AND image.deleted_at IS NULL`
    )}`,
    now
  )

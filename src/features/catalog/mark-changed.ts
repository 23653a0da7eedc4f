import type { MedusaContainer } from "@medusajs/framework/types"
import { outboundSettingsSchema } from "../../contract/settings"
import { findUnlinkedOfChannels } from "../../medusa/changed-products"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { isCatalogByServices, readAffected } from "../../runtime/catalog-access"
import { readSellers, readSold } from "../../runtime/sold-products"
import { readVariantsOfInventory } from "../../runtime/stock-access"
import { coalesce } from "../../runtime/workers"
import { markStockDue, markStockOfProductsDue, drainAllStock } from "../stock"
import { markAllDue, markLinkedProductsDue, markProductsDue, newMarks } from "./change-marks"
import { drainOutbox } from "./push"

/** Number of products that one statement links. */
const PAGE_SIZE = 5_000

/**
 * Marks products as due in every connection that has or sells them, after something in the store has changed. The
 * changes are given by ids of any kind. Changes within a short time are handled together.
 */
export const markChanged = coalesce(async (container: MedusaContainer, ids: string[]): Promise<void> => {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({}, { take: null })
  if (connections.length === 0) {
    return
  }
  const { productIds, all } = await readAffected(container, ids)
  const woken = new Set(await pos.query((sql) => markLinkedProductsDue(sql, productIds)))
  await pos.query((sql) => markStockOfProductsDue(sql, productIds))
  if (all) {
    for (const { id } of connections) {
      await pos.query((sql) => markAllDue(sql, id))
      woken.add(id)
    }
  }
  const mayLink = connections.filter(({ state, push_held }) => state === "active" && !push_held)
  const unlinked = await findUnlinked(container, mayLink, productIds)
  for (const connection of mayLink.filter(({ id }) => unlinked.has(id))) {
    if ((await linkSold(container, connection, unlinked.get(connection.id) ?? [])) > 0) {
      woken.add(connection.id)
    }
  }
  await drainAll(container, [...woken])
})

/**
 * Links products of the store that a connection sells and has no link for, among those given (null: all). Returns how
 * many.
 */
export async function linkSold(
  container: MedusaContainer,
  connection: ConnectionRecord,
  among: string[] | null
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const { selection } = getOutboundSettings(connection)
  let linked = 0
  for (let after = ""; ;) {
    const page = await readSold(container, {
      connectionId: connection.id,
      selection,
      after,
      among,
      limit: PAGE_SIZE,
      unlinked: true,
    })
    const last = page.at(-1)
    if (last === undefined) {
      return linked
    }
    linked += await pos.query((sql) => markProductsDue(sql, connection.id, newMarks(page), null))
    after = last
  }
}

/**
 * Marks the stock of variants as due in every two-way connection, after levels or reservations have changed. A batch of
 * receipts changes hundreds of levels at once; they are handled together.
 */
export const markChangedStock = coalesce(
  async (container: MedusaContainer, levelOrReservationIds: string[]): Promise<void> => {
    const pos = container.resolve(POS_MODULE)
    const variantIds = await readVariantsOfInventory(container, levelOrReservationIds)
    if (variantIds.length > 0) {
      const connectionIds = await pos.query((sql) => markStockDue(sql, variantIds))
      await Promise.all(connectionIds.map((connectionId) => drainAllStock(container, connectionId)))
    }
  }
)

/**
 * As {@link linkSold}, among all products of the store. A connection that sells by sales channels has few products:
 * only those of its channels are checked, unless more than a page of them has no link.
 */
export async function linkAllSold(container: MedusaContainer, connection: ConnectionRecord): Promise<number> {
  const { selection } = getOutboundSettings(connection)
  if (selection.by !== "sales_channel" || (await isCatalogByServices(container))) {
    return linkSold(container, connection, null)
  }
  const search = { connectionId: connection.id, channelIds: selection.ids, limit: PAGE_SIZE }
  const unlinked = await container.resolve(POS_MODULE).query((sql) => findUnlinkedOfChannels(sql, search))
  return unlinked.length === 0 ? 0 : linkSold(container, connection, unlinked.length < PAGE_SIZE ? unlinked : null)
}

async function drainAll(container: MedusaContainer, connectionIds: string[]): Promise<void> {
  await Promise.all(connectionIds.map((connectionId) => drainOutbox(container, connectionId)))
}

/**
 * Finds the connections that sell products for which they have no link, and those products. One query covers all
 * connections, so that a store of many merchants does not check each of them for a product of one. A connection whose
 * settings cannot be read gets all products; processing it reports the error.
 */
export async function findUnlinked(
  container: MedusaContainer,
  connections: Pick<ConnectionRecord, "id" | "outbound_settings">[],
  productIds: string[]
): Promise<Map<string, string[]>> {
  if (productIds.length === 0) {
    return new Map()
  }
  const read = connections.map(({ id, outbound_settings }) => ({
    id,
    settings: outboundSettingsSchema.safeParse(outbound_settings ?? {}),
  }))
  const sellers = read.flatMap(({ id, settings }) =>
    settings.success ? [{ connectionId: id, selection: settings.data.selection }] : []
  )
  const sellersByProduct = await readSellers(container, sellers, productIds)
  return new Map([
    ...sellersByProduct.map((connection) => [connection.connection_id, connection.product_ids] as const),
    ...read.flatMap(({ id, settings }) => (settings.success ? [] : [[id, productIds] as const])),
  ])
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import {
  markAllDue,
  markLinkedProductsDue,
  markProductsDue,
  newMarks,
} from "../../modules/pos/queries/outbox/product-marks"
import { markStockDue, markStockOfProductsDue } from "../../modules/pos/queries/stock/stock-outbox"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { drainOutbox } from "./drain-outbox"
import { drainAllStock } from "../stock/drain-stock"
import { findAffected, findVariantsOfInventory } from "../../medusa-tables/catalogue/find-affected"
import { coalesce } from "../queue/coalesce"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { findUnlinked } from "./find-unlinked"
import { findUnlinkedOfChannels } from "../../medusa-tables/catalogue/find-unlinked-of-channels"
import { findSoldProducts } from "../../medusa-tables/catalogue/sold-products"

/** How many products one statement links. */
const PAGE_SIZE = 5_000

/**
 * Something of the shop changed, named by ids of any kind: the products behind them are due in every connection that
 * has or sells them. Changes of one moment are handled together.
 */
export const markChanged = coalesce(async (container: MedusaContainer, ids: string[]): Promise<void> => {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({}, { take: null })
  if (connections.length === 0) {
    return
  }
  const { productIds, all } = await pos.query((sql) => findAffected(sql, ids))
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

/** Links products of the shop that a connection sells and has no link for, among those given. Returns how many. */
export async function linkSold(
  container: MedusaContainer,
  connection: ConnectionRecord,
  among: string[] | null
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const selected = selectionCondition(pushSettingsOf(connection).selection)
  let linked = 0
  for (let after = ""; ;) {
    const page = await pos.query((sql) =>
      findSoldProducts(sql, {
        ...{ connectionId: connection.id, selected, after, among, limit: PAGE_SIZE, unlinked: true },
      })
    )
    const last = page.at(-1)
    if (last === undefined) {
      return linked
    }
    linked += await pos.query((sql) => markProductsDue(sql, connection.id, newMarks(page), null))
    after = last
  }
}

/**
 * Levels or reservations changed: the stock of the variants behind them is due in every two-way connection. A batch of
 * receipts moves hundreds of levels at once; they are handled together.
 */
export const markChangedStock = coalesce(
  async (container: MedusaContainer, levelOrReservationIds: string[]): Promise<void> => {
    const pos = container.resolve(POS_MODULE)
    const variantIds = await pos.query((sql) => findVariantsOfInventory(sql, levelOrReservationIds))
    if (variantIds.length > 0) {
      const connectionIds = await pos.query((sql) => markStockDue(sql, variantIds))
      await Promise.all(connectionIds.map((connectionId) => drainAllStock(container, connectionId)))
    }
  }
)

/**
 * As {@link linkSold} among all products of the shop. Who sells by channels has a few of them: those alone are looked at,
 * unless more than a page has no link.
 */
export async function linkAllSold(container: MedusaContainer, connection: ConnectionRecord): Promise<number> {
  const { selection } = pushSettingsOf(connection)
  if (selection.by !== "sales_channel") {
    return linkSold(container, connection, null)
  }
  const wanted = { connectionId: connection.id, channelIds: selection.ids, limit: PAGE_SIZE }
  const unlinked = await container.resolve(POS_MODULE).query((sql) => findUnlinkedOfChannels(sql, wanted))
  return unlinked.length === 0 ? 0 : linkSold(container, connection, unlinked.length < PAGE_SIZE ? unlinked : null)
}

async function drainAll(container: MedusaContainer, connectionIds: string[]): Promise<void> {
  await Promise.all(connectionIds.map((connectionId) => drainOutbox(container, connectionId)))
}

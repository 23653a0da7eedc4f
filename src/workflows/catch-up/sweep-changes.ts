import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { markAllDue, markLinkedProductsDue } from "../../modules/pos/queries/outbox/product-marks"
import { failInterruptedRuns } from "../../modules/pos/queries/outbox/runs"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { findUnchanged } from "../push/find-unchanged"
import { findVariantsOfInventory } from "../../medusa-tables/catalogue/find-affected"
import { findChangedSince } from "../../medusa-tables/catalogue/find-changed-since"
import { findChangedStock } from "../../medusa-tables/stock/find-changed-stock"
import { linkSold } from "../push/mark-changed"
import { findProductsOfDuePictures } from "../../medusa-tables/catalogue/find-pictured-products"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"

/** A row's time of change is that of its write, and it is seen when its transaction ends, which may be later. */
const OVERLAP_MS = 60_000

const PAGE_SIZE = 5_000

/**
 * Makes due what changed in the shop since the last sweep and may not have been told by an event, and products whose
 * pictures may be tried again.
 */
export async function sweepChanges(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (connection.swept_at) {
    const since = new Date(connection.swept_at.getTime() - OVERLAP_MS)
    const { productIds, all } = await pos.query((sql) => findChangedSince(sql, since))
    if (all) {
      await pos.query((sql) => markAllDue(sql, connection.id))
    }
    for (let start = 0; start < productIds.length; start += PAGE_SIZE) {
      const page = productIds.slice(start, start + PAGE_SIZE)
      // Of most an event has told, and they are at the counter already: a shop's import of 100,000 is not to be pushed twice.
      const unchanged = await findUnchanged(container, connection, page)
      const changed = page.filter((id) => !unchanged.has(id))
      await pos.query((sql) => markLinkedProductsDue(sql, changed, connection.id))
      await linkSold(container, connection, page)
    }
    const changedStock = await pos.query((sql) => findChangedStock(sql, since))
    for (let start = 0; start < changedStock.length; start += PAGE_SIZE) {
      const page = changedStock.slice(start, start + PAGE_SIZE)
      await pos.query(async (sql) => markStockDue(sql, await findVariantsOfInventory(sql, page)))
    }
  }
  const pictured = await pos.query((sql) => findProductsOfDuePictures(sql, connection.id, now))
  await pos.query((sql) => markLinkedProductsDue(sql, pictured, connection.id))
  await pos.query((sql) => failInterruptedRuns(sql, connection.id, now))
  await pos.updatePosConnections({ id: connection.id, swept_at: now })
}

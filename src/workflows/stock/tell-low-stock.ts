import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { recordToldLowStock } from "../../modules/pos/queries/stock/low-stock"
import { type DueLowStock, findDueLowStock } from "../../medusa-tables/stock/find-due-low-stock"
import { PosNotFoundError } from "../../pos-api/client"
import type { LowStock } from "../../pos-api/contract"
import { halving } from "./halving"
import type { StockSender } from "./send-movements"

/** The counter was to be told from which levels on stock is low, and the service has no place for it. */
export class NoLowStockError extends Error {
  constructor() {
    super(
      "The service keeps no low-stock levels, so the till is not told of them. Nothing else is held up; choose the setting " +
        "again to try again."
    )
    this.name = "NoLowStockError"
  }
}

/** Whether the shop tells the counter from which levels on stock is low, and the service has not said that it keeps none. */
export const tellsLowStock = (connection: ConnectionRecord): boolean =>
  mirrorSettingsOf(connection).low_stock === "shop" && connection.low_stock_unknown_at === null

/**
 * Tells the counter from which levels on variants are low, of those of which it does not know yet, in one call. A level is
 * set, so a call that is repeated, or made by two processes, changes nothing; what the service refuses together is halved
 * until the one at fault stands alone.
 * @returns why which variants were refused
 * @throws NoLowStockError when the service has no such route
 */
export async function tellLowStock(
  sender: StockSender,
  variantLinkIds: string[]
): Promise<{ variantLinkId: string; reason: string }[]> {
  const { pos, inventory, inventories } = sender
  if (!tellsLowStock(sender.connection) || variantLinkIds.length === 0) {
    return []
  }
  const due = await pos.query((sql) => findDueLowStock(sql, variantLinkIds))
  if (due.length === 0) {
    return []
  }
  const told = async (some: DueLowStock[]) => {
    await inventory.setLowStock(some.map((one) => toLowStock(one, inventories.STORE)))
    await pos.query((sql) =>
      recordToldLowStock(
        sql,
        some.map(({ id: linkId, level }) => ({ linkId, level }))
      )
    )
  }
  let isKnown: boolean | null = null
  const refused = await halving(due, async (some) => {
    try {
      await told(some)
    } catch (error) {
      // A 404 is about a variant, or about the route: that is asked once, before any halving.
      isKnown ??= !(error instanceof PosNotFoundError) || (await inventory.keepsLowStock())
      if (!isKnown) {
        throw new NoLowStockError()
      }
      throw error
    }
  })
  return refused.map(({ item, reason }) => ({ variantLinkId: item.id, reason }))
}

const toLowStock = ({ product_uuid, variant_uuid, level }: DueLowStock, inventoryUuid: string): LowStock => ({
  ...{ inventoryUuid, productUuid: product_uuid, variantUuid: variant_uuid },
  ...{ lowStockLevel: level === null ? null : Number(level), lowStockAlert: level !== null },
})

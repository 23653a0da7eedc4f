import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { findInventoryItems } from "../../medusa-tables/stock/find-inventory-items"
import { holdInOrder } from "./hold-in-order"

/** Seconds to wait for a lock that core, or another worker, holds while it adjusts the same item. */
const LOCK_TIMEOUT_SECONDS = 10

/**
 * Works while nobody else changes the shop's levels of linked variants. Core adjusts by read, add and write under a lock
 * named by the item; the same key keeps both from losing a change.
 */
export async function holdingInventory<Result>(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[],
  work: () => Promise<Result>,
  timeoutSeconds = LOCK_TIMEOUT_SECONDS
): Promise<Result> {
  const inventoryItemIds = await container
    .resolve(POS_MODULE)
    .query((sql) => findInventoryItems(sql, connectionId, variantUuids))
  return holdInOrder(container.resolve(Modules.LOCKING), inventoryItemIds, work, timeoutSeconds)
}

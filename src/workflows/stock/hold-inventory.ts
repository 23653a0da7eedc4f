import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { findInventoryItems } from "../../medusa-tables/stock/find-inventory-items"
import type { Sql } from "../../modules/pos/database/sql"
import { type AssertHeld, holdInOrder } from "./hold-in-order"

/** Seconds to wait for a lock that core, or another worker, holds while it adjusts the same item. */
const LOCK_TIMEOUT_SECONDS = 10

/**
 * Works in a transaction while nobody else changes the shop's levels of linked variants. Core adjusts by read, add and
 * write under a lock named by the item; the same key keeps both from losing a change. The transaction is rolled back if a
 * lock was lost meanwhile. Nothing but the database may be waited for in it.
 */
export async function holdingInventory<Result>(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[],
  work: (sql: Sql) => Promise<Result>,
  timeoutSeconds = LOCK_TIMEOUT_SECONDS
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  const inventoryItemIds = await pos.query((sql) => findInventoryItems(sql, connectionId, variantUuids))
  const transact = async (assertHeld: AssertHeld) =>
    pos.transaction(async (sql) => {
      const result = await work(sql)
      assertHeld()
      return result
    })
  return holdInOrder(container.resolve(Modules.LOCKING), inventoryItemIds, transact, timeoutSeconds)
}

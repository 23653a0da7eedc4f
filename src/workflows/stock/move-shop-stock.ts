import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { ConnectionRecord } from "../connection-record"
import { type AppliedMovements, applyCounterMovements } from "./apply-stock-movements"
import type { CounterMovement } from "./counter-movement"
import { findInventoryItems } from "./find-inventory-items"

/** Seconds to wait for a lock that core holds while it adjusts the same item. */
const LOCK_TIMEOUT_SECONDS = 10

/** Applies movements while nobody else changes the levels they touch. */
export async function moveShopStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  movements: CounterMovement[]
): Promise<AppliedMovements> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const variantUuids = movements.map((movement) => movement.variantUuid)
  const inventoryItemIds = await findInventoryItems(knex, connection.id, variantUuids)
  const apply = async () => applyCounterMovements(knex, connection, movements)
  // Core adjusts by read, add and write under a lock named by the item; the same key keeps both from losing a change.
  return inventoryItemIds.length === 0
    ? apply()
    : container.resolve(Modules.LOCKING).execute(inventoryItemIds, apply, { timeout: LOCK_TIMEOUT_SECONDS })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type AppliedMovements, applyCounterMovements } from "./apply-stock-movements"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { holdingInventory } from "./hold-inventory"

/** Applies movements while nobody else changes the levels they touch. */
export async function moveShopStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  movements: CounterMovement[]
): Promise<AppliedMovements> {
  const variantUuids = movements.map((movement) => movement.variantUuid)
  return holdingInventory(container, connection.id, variantUuids, async (sql) =>
    applyCounterMovements(sql, connection, movements)
  )
}

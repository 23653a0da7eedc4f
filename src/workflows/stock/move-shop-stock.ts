import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
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
  const pos = container.resolve(POS_MODULE)
  const variantUuids = movements.map((movement) => movement.variantUuid)
  return holdingInventory(container, connection.id, variantUuids, async () =>
    pos.transaction((sql) => applyCounterMovements(sql, connection, movements))
  )
}

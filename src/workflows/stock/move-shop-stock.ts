import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ConnectionRecord } from "../connection/connection-record"
import { type AppliedMovements, applyCounterMovements } from "./apply-stock-movements"
import type { CounterMovement } from "./counter-movement"
import { holdingInventory } from "./hold-inventory"

/** Applies movements while nobody else changes the levels they touch. */
export async function moveShopStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  movements: CounterMovement[]
): Promise<AppliedMovements> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const variantUuids = movements.map((movement) => movement.variantUuid)
  return holdingInventory(container, connection.id, variantUuids, async () =>
    applyCounterMovements(knex, connection, movements)
  )
}

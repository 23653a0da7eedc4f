import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, ProductWorkflowEvents } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { drainOutbox } from "../push/drain-outbox"
import { findProductsOf, findVariantsOfInventory } from "./find-affected"

/** A product, variant or price changed: its product is due in every active connection. */
export async function markChangedProducts(
  container: MedusaContainer,
  event: { name: string; id: string }
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  if (event.name === ProductWorkflowEvents.DELETED) {
    await drainAll(container, await pos.markLinkedProductsDue([event.id]))
    return
  }
  const connections = await pos.listPosConnections({ state: "active" })
  if (connections.length === 0) {
    return
  }
  const productIds = await findProductsOf(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), event.id)
  for (const connection of productIds.length > 0 ? connections : []) {
    await pos.markProductsDue(connection.id, productIds)
  }
  await drainAll(
    container,
    connections.map(({ id }) => id)
  )
}

/** A level or a reservation changed: the stock of the variants behind it is due in every two-way connection. */
export async function markChangedStock(container: MedusaContainer, levelOrReservationId: string): Promise<void> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const variantIds = await findVariantsOfInventory(knex, levelOrReservationId)
  if (variantIds.length > 0) {
    await drainAll(container, await container.resolve(POS_MODULE).markStockDue(variantIds))
  }
}

async function drainAll(container: MedusaContainer, connectionIds: string[]): Promise<void> {
  await Promise.all(connectionIds.map((connectionId) => drainOutbox(container, connectionId)))
}

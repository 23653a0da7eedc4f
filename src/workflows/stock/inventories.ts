import { z } from "@medusajs/framework/zod"
import type { Inventory } from "../../pos-api/contract"

/** The service's inventories as a connection keeps them, by type. */
export const inventoriesSchema = z.looseObject({ STORE: z.string(), SUPPLIER: z.string(), SOLD: z.string() })

export type Inventories = z.infer<typeof inventoriesSchema>

/** The inventories that a connection works with: of several of one type the till's own, or else the first. */
export function chooseInventories(inventories: Inventory[]): Record<string, string> {
  const chosen: Record<string, string> = {}
  const isOwn = (inventory: Inventory) => inventory.defaultInventory === true
  for (const { inventoryType, inventoryUuid } of [
    ...inventories.filter(isOwn),
    ...inventories.filter((inventory) => !isOwn(inventory)),
  ]) {
    chosen[inventoryType] ??= inventoryUuid
  }
  return chosen
}

import { Modules } from "@medusajs/framework/utils"
import { levelChangeSchema } from "../../medusa/stock"
import { applyStockWrites, type StockWrite } from "../../medusa/services/write-stock"
import { INVENTORY_LEVEL_UPDATED } from "../../runtime/events"
import type { StoreWriteHandler } from "../../runtime/store-write-drain"
import { holdInOrder, LOCK_TIMEOUT_SECONDS } from "./inventory-lock"

/**
 * Moves the store's levels by Medusa's inventory module, then emits the events of the moved levels. A write that is
 * performed again after a crash moves nothing, and its event is emitted again.
 */
export const stockWriteHandler: StoreWriteHandler = {
  async perform(container, writes) {
    const changes = writes.map(({ sequence, payload }): StockWrite => ({
      ...levelChangeSchema.parse(payload),
      number: sequence,
    }))
    const levelIds = await holdInOrder(
      container.resolve(Modules.LOCKING),
      changes.map(({ inventory_item_id }) => inventory_item_id),
      async (assertHeld) => applyStockWrites(container, changes, assertHeld),
      LOCK_TIMEOUT_SECONDS
    )
    const events = levelIds.map((id) => ({ name: INVENTORY_LEVEL_UPDATED, data: { id } }))
    await container.resolve(Modules.EVENT_BUS).emit(events)
    return async () => undefined
  },
}

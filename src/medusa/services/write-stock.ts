import { BigNumber } from "bignumber.js"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { decimalText } from "../../money/money"
import type { LevelChange } from "../stock"
import { type FetchedStock, type InventoryLevel, listLevels, type StockRows } from "./read-stock"

/** Key in a level's metadata: the number of the last stored write that the level includes. */
const LAST_WRITE = "pos_last_write"

const markedSchema = z.object({ [LAST_WRITE]: z.number() })

/** Returns the number of the last stored write that a level includes; 0: none. */
function getLastWrite(level: InventoryLevel | undefined): number {
  const marked = markedSchema.safeParse(level?.metadata)
  return marked.success ? marked.data[LAST_WRITE] : 0
}

/** A stored write of a level. Writes of the same inventory item have ascending numbers in their order. */
export type StockWrite = LevelChange & { number: number }

/** What {@link applyStockWrites} sets on one level. */
type LevelUpdate = {
  inventory_item_id: string
  location_id: string
  /** decimal text, because a number loses digits */
  stocked_quantity: string
  metadata: Record<string, unknown>
}

/** The part of the inventory module that writes levels; its own types know neither text nor metadata. */
type LevelService = {
  updateInventoryLevels: (updates: LevelUpdate[]) => Promise<unknown>
  createInventoryLevels: (levels: LevelUpdate[]) => Promise<{ id: string }[]>
}

/**
 * Applies stored writes, each of another level, to the store's levels by Medusa's inventory module. A level is set
 * together with the number of the last write that it includes, so that a write that is applied again after a crash
 * changes nothing. Metadata of others is kept. A level that was deleted after its movement is not created again. The
 * caller holds Medusa's locks on the inventory items, because levels are read, added to and written back.
 * @param assertHeld throws when a lock has been lost; called before anything is written
 * @returns the IDs of the levels that include the writes
 */
export async function applyStockWrites(
  container: MedusaContainer,
  writes: StockWrite[],
  assertHeld: () => void
): Promise<string[]> {
  const itemIds = writes.map(({ inventory_item_id }) => inventory_item_id)
  const levels = new Map((await listLevels(container, itemIds)).map((level) => [getPlace(level), level]))
  const moved: string[] = []
  const updates: LevelUpdate[] = []
  const missing: LevelUpdate[] = []
  for (const write of writes) {
    const level = levels.get(getPlace(write))
    const isDeleted = write.level_id !== null && write.level_id !== level?.id
    if (level && !isDeleted) {
      moved.push(level.id)
    }
    if (!isDeleted && write.number > getLastWrite(level)) {
      const update: LevelUpdate = {
        inventory_item_id: write.inventory_item_id,
        location_id: write.location_id,
        stocked_quantity: decimalText(new BigNumber(level?.stocked_quantity ?? 0).plus(write.change)),
        metadata: { ...level?.metadata, [LAST_WRITE]: write.number },
      }
      ;(level ? updates : missing).push(update)
    }
  }
  assertHeld()
  const inventory = container.resolve<LevelService>(Modules.INVENTORY)
  if (updates.length > 0) {
    await inventory.updateInventoryLevels(updates)
  }
  const created = missing.length > 0 ? await inventory.createInventoryLevels(missing) : []
  return [...moved, ...created.map(({ id }) => id)]
}

const getPlace = (level: { inventory_item_id: string; location_id: string }) =>
  JSON.stringify([level.inventory_item_id, level.location_id])

/**
 * Adds writes that wait to the fetched levels: the ledger has counted their movements already. The writes were read
 * before the levels; those that a level includes since are recognized by their number.
 */
export function withWaitingWrites(fetched: FetchedStock, writes: StockWrite[]): StockRows {
  const knownLevels = new Map(fetched.levels.map((level) => [getPlace(level), level]))
  const levels = new Map(
    fetched.levels.map(({ metadata: _metadata, ...level }): [string, StockRows["levels"][number]] => [
      getPlace(level),
      level,
    ])
  )
  for (const { number, change, level_id, inventory_item_id, location_id } of writes) {
    const place = getPlace({ inventory_item_id, location_id })
    const level = levels.get(place)
    if (number > getLastWrite(knownLevels.get(place)) && (level_id === null || level_id === level?.id)) {
      levels.set(place, {
        id: level?.id ?? null,
        inventory_item_id,
        location_id,
        stocked_quantity: decimalText(new BigNumber(level?.stocked_quantity ?? 0).plus(change)),
        reserved_quantity: level?.reserved_quantity ?? "0",
      })
    }
  }
  return {
    variants: fetched.variants,
    products: fetched.products,
    parts: fetched.parts,
    items: fetched.items,
    levels: [...levels.values()],
    locations: fetched.locations,
  }
}

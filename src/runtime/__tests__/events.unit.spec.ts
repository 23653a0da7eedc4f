import {
  InventoryEvents,
  InventoryItemWorkflowEvents,
  InventoryLevelWorkflowEvents,
  ProductOptionValueWorkflowEvents,
  ReservationItemWorkflowEvents,
} from "@medusajs/framework/utils"
import type * as MedusaEvents from "../events"
import { INVENTORY_LEVEL_UPDATED, OPTION_VALUE_EVENTS, STOCK_EVENTS } from "../events"

const sorted = (names: readonly string[]) => [...names].sort()

describe("the names of Medusa's events", () => {
  it("are those of its workflows where they emit any", () => {
    expect(INVENTORY_LEVEL_UPDATED).toBe(InventoryLevelWorkflowEvents.UPDATED)
    expect(sorted(OPTION_VALUE_EVENTS)).toEqual(sorted(Object.values(ProductOptionValueWorkflowEvents)))
    expect(sorted(STOCK_EVENTS)).toEqual(
      sorted([
        ...Object.values(InventoryLevelWorkflowEvents),
        ...Object.values(ReservationItemWorkflowEvents),
        InventoryItemWorkflowEvents.UPDATED,
        InventoryEvents.INVENTORY_LEVEL_UPDATED,
      ])
    )
  })

  it("are those of the inventory module where the workflows emit none, as before Medusa 2.18", () => {
    jest.doMock("@medusajs/framework/utils", () => ({}))
    let older: readonly string[] = []
    jest.isolateModules(() => {
      older = jest.requireActual<typeof MedusaEvents>("../events").STOCK_EVENTS
    })
    // Other suites share this process.
    jest.dontMock("@medusajs/framework/utils")
    expect(sorted(older)).toEqual(
      sorted([
        InventoryEvents.INVENTORY_LEVEL_CREATED,
        InventoryEvents.INVENTORY_LEVEL_UPDATED,
        InventoryEvents.INVENTORY_LEVEL_DELETED,
        InventoryEvents.INVENTORY_ITEM_UPDATED,
        InventoryEvents.RESERVATION_ITEM_CREATED,
        InventoryEvents.RESERVATION_ITEM_UPDATED,
        InventoryEvents.RESERVATION_ITEM_DELETED,
      ])
    )
  })
})

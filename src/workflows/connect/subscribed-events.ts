import type { EventName } from "../../pos-api/contract"

/** Events that have an effect in the shop; the subscription asks for these and no more. */
export const SUBSCRIBED_EVENTS: readonly EventName[] = [
  "PurchaseCreated",
  "InventoryBalanceChanged",
  "InventoryTrackingStarted",
  "InventoryTrackingStopped",
  "ApplicationConnectionRemoved",
  "PersonalAssertionDeleted",
]

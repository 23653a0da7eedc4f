import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  InventoryEvents,
  InventoryItemWorkflowEvents,
  InventoryLevelWorkflowEvents,
  ReservationItemWorkflowEvents,
} from "@medusajs/framework/utils"
import { markChangedStock } from "../features/catalog"
import { runInBackground } from "../runtime/workers"

export default async function markStock({
  event,
  container,
}: SubscriberArgs<{ id: string | string[] }>): Promise<void> {
  runInBackground(container, "marking changed stock", markChangedStock(container, [event.data.id].flat()))
}

export const config: SubscriberConfig = {
  event: [
    InventoryLevelWorkflowEvents.CREATED,
    InventoryLevelWorkflowEvents.UPDATED,
    InventoryLevelWorkflowEvents.DELETED,
    // The module adjusts stock without a workflow, so that only its own event reports it.
    // eslint-disable-next-line @medusajs/prefer-workflow-event-over-module-event
    InventoryEvents.INVENTORY_LEVEL_UPDATED,
    // The low-stock level may be in the item's metadata.
    InventoryItemWorkflowEvents.UPDATED,
    ReservationItemWorkflowEvents.CREATED,
    ReservationItemWorkflowEvents.UPDATED,
    ReservationItemWorkflowEvents.DELETED,
    // A variant gets another inventory item, or needs more of one: only the link's own events report it.
    "LinkProductVariantInventoryItem.attached",
    "LinkProductVariantInventoryItem.detached",
  ],
  context: { subscriberId: "pos-mark-stock" },
}

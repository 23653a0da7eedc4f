import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { markChangedStock } from "../features/catalog"
import { STOCK_EVENTS } from "../runtime/events"
import { runInBackground } from "../runtime/workers"

export default async function markStock({
  event,
  container,
}: SubscriberArgs<{ id: string | string[] }>): Promise<void> {
  runInBackground(container, "marking changed stock", markChangedStock(container, [event.data.id].flat()))
}

export const config: SubscriberConfig = {
  event: [
    ...STOCK_EVENTS,
    // A variant gets another inventory item, or needs more of one: only the link's own events report it.
    "LinkProductVariantInventoryItem.attached",
    "LinkProductVariantInventoryItem.detached",
  ],
  context: { subscriberId: "pos-mark-stock" },
}

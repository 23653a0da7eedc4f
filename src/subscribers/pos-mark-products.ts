import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ProductVariantWorkflowEvents, ProductWorkflowEvents } from "@medusajs/framework/utils"
import { markChangedProducts } from "../workflows/shop/mark-changed"

export default async function markProducts({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await markChangedProducts(container, { name: event.name, id: event.data.id })
}

export const config: SubscriberConfig = {
  event: [
    ProductWorkflowEvents.CREATED,
    ProductWorkflowEvents.UPDATED,
    ProductWorkflowEvents.DELETED,
    ProductVariantWorkflowEvents.CREATED,
    ProductVariantWorkflowEvents.UPDATED,
    ProductVariantWorkflowEvents.DELETED,
    // Prices have no workflow event: a price list or a price set changes by the module alone.
    "pricing.price.created",
    "pricing.price.updated",
  ],
  context: { subscriberId: "pos-mark-products" },
}

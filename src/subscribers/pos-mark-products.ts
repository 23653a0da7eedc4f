import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  PricingEvents,
  ProductCategoryWorkflowEvents,
  ProductCollectionWorkflowEvents,
  ProductEvents,
  ProductOptionValueWorkflowEvents,
  ProductOptionWorkflowEvents,
  ProductVariantWorkflowEvents,
  ProductWorkflowEvents,
} from "@medusajs/framework/utils"
import { markChanged } from "../workflows/shop/mark-changed"

type Changed = { id?: string; product_id?: string; variant_id?: string }

export default async function markProducts({ event, container }: SubscriberArgs<Changed>): Promise<void> {
  const { id, product_id, variant_id } = event.data
  const ids = [id, product_id, variant_id].filter((one) => one !== undefined)
  if (ids.length > 0) {
    await markChanged(container, ids)
  }
}

const written = (entity: string) => ["created", "updated", "deleted", "restored"].map((verb) => `${entity}.${verb}`)
const linked = (link: string) => ["attached", "detached"].map((verb) => `${link}.${verb}`)

export const config: SubscriberConfig = {
  event: [
    ...Object.values(ProductWorkflowEvents),
    ...Object.values(ProductVariantWorkflowEvents),
    ...Object.values(ProductOptionWorkflowEvents),
    ...Object.values(ProductOptionValueWorkflowEvents),
    ...Object.values(ProductCategoryWorkflowEvents),
    ...Object.values(ProductCollectionWorkflowEvents),
    // What the modules write without a workflow only their own events tell; a hint like all events, the sweep finds the
    // rest.
    ...Object.values(ProductEvents).filter((name) => !name.includes("tag") && !name.includes("type")),
    ...Object.values(PricingEvents).filter((name) => !name.includes("price-set")),
    ...["tax.tax-rate", "tax.tax-rate-rule", "pricing.price-preference"].flatMap(written),
    ...["LinkProductSalesChannel", "LinkProductVariantPriceSet"].flatMap(linked),
  ].filter((name, index, names) => names.indexOf(name) === index),
  context: { subscriberId: "pos-mark-products" },
}

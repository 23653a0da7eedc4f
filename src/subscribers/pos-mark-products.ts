import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  PricingEvents,
  ProductCategoryWorkflowEvents,
  ProductCollectionWorkflowEvents,
  ProductEvents,
  ProductOptionWorkflowEvents,
  ProductVariantWorkflowEvents,
  ProductWorkflowEvents,
} from "@medusajs/framework/utils"
import { z } from "zod"
import { markChanged } from "../features/catalog"
import { OPTION_VALUE_EVENTS } from "../runtime/events"
import { runInBackground } from "../runtime/workers"

/** Payload of the events; those of deletions name several ids. */
const changedSchema = z.looseObject({
  id: z.union([z.string(), z.array(z.string())]).optional(),
  product_id: z.string().optional(),
  variant_id: z.string().optional(),
})

export default async function markProducts({ event, container }: SubscriberArgs<unknown>): Promise<void> {
  const changed = changedSchema.safeParse(event.data)
  const { id, product_id, variant_id } = changed.success ? changed.data : {}
  const ids = [id, product_id, variant_id].flatMap((value) => value ?? [])
  if (ids.length > 0) {
    runInBackground(container, "marking changed products", markChanged(container, ids))
  }
}

const written = (entity: string) => ["created", "updated", "deleted", "restored"].map((verb) => `${entity}.${verb}`)
const linked = (link: string) => ["attached", "detached"].map((verb) => `${link}.${verb}`)

export const config: SubscriberConfig = {
  event: [
    ...Object.values(ProductWorkflowEvents),
    ...Object.values(ProductVariantWorkflowEvents),
    ...Object.values(ProductOptionWorkflowEvents),
    ...OPTION_VALUE_EVENTS,
    ...Object.values(ProductCategoryWorkflowEvents),
    ...Object.values(ProductCollectionWorkflowEvents),
    // Writes by the modules without a workflow emit only these events. Like all events they are hints; the sweep
    // finds the rest.
    ...Object.values(ProductEvents).filter((name) => !name.includes("tag") && !name.includes("type")),
    ...Object.values(PricingEvents).filter((name) => !name.includes("price-set")),
    ...["tax.tax-rate", "tax.tax-rate-rule", "pricing.price-preference"].flatMap(written),
    ...["LinkProductSalesChannel", "LinkProductVariantPriceSet"].flatMap(linked),
  ].filter((name, index, names) => names.indexOf(name) === index),
  context: { subscriberId: "pos-mark-products" },
}

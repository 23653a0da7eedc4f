import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  completeOrderWorkflow,
  convertDraftOrderWorkflow,
  createOrderFulfillmentWorkflow,
  createOrderPaymentCollectionWorkflow,
  createOrderWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
  markPaymentCollectionAsPaid,
} from "@medusajs/medusa/core-flows"

type Shop = { regionId: string; salesChannelId: string; stockLocationId: string; shippingProfileId: string }

/**
 * An order as a person in the store places it, takes its money and hands it over: by the workflows that emit the events of
 * each step. Its line is no variant's, since those want goods that were reserved.
 */
export async function handOverByWorkflows(container: MedusaContainer, shop: Shop): Promise<void> {
  // Medusa takes is_draft_order, though the type of its input does not name it.
  const draft = {
    region_id: shop.regionId,
    sales_channel_id: shop.salesChannelId,
    currency_code: "sek",
    is_draft_order: true,
    status: "draft" as const,
    no_notification: true,
    items: [{ title: "Lappning", quantity: 1, unit_price: 100, requires_shipping: false }],
  }
  const { result: order } = await createOrderWorkflow(container).run({ input: draft })
  await convertDraftOrderWorkflow(container).run({ input: { id: order.id } })
  const {
    result: [collection],
  } = await createOrderPaymentCollectionWorkflow(container).run({ input: { order_id: order.id, amount: 100 } })
  await markPaymentCollectionAsPaid(container).run({
    input: { order_id: order.id, payment_collection_id: collection?.id ?? "" },
  })
  const { result: fulfillment } = await createOrderFulfillmentWorkflow(container).run({
    input: {
      order_id: order.id,
      location_id: shop.stockLocationId,
      no_notification: true,
      shipping_option_id: await makeShippingOption(container, shop),
      items: (order.items ?? []).map(({ id }) => ({ id, quantity: 1 })),
    },
  })
  await markOrderFulfillmentAsDeliveredWorkflow(container).run({
    input: { orderId: order.id, fulfillmentId: fulfillment.id, no_notification: true },
  })
  await completeOrderWorkflow(container).run({ input: { orderIds: [order.id] } })
}

async function makeShippingOption(container: MedusaContainer, shop: Shop): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const set = await fulfillment.createFulfillmentSets({
    name: "Över disk",
    type: "pickup",
    service_zones: [{ name: "Sverige", geo_zones: [{ type: "country", country_code: "se" }] }],
  })
  const option = await fulfillment.createShippingOptions({
    name: "Över disk",
    price_type: "flat",
    provider_id: "manual_manual",
    service_zone_id: set.service_zones[0]?.id ?? "",
    shipping_profile_id: shop.shippingProfileId,
    type: { label: "Över disk", description: "", code: "counter" },
  })
  return option.id
}

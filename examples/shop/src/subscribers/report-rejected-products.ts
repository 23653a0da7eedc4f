import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_EVENTS, type PosEventPayloads } from "medusa-plugin-pos/workflows"

type Refused = PosEventPayloads[typeof POS_EVENTS.productRejected]

/** An event of the plugin: reports why a product cannot be sold at the POS. */
export default async function reportRejectedProducts({ event, container }: SubscriberArgs<Refused>): Promise<void> {
  const { product_id, reason } = event.data
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`The POS does not sell ${product_id}: ${reason}`)
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.productRejected,
  context: { subscriberId: "shop-report-rejected-products" },
}

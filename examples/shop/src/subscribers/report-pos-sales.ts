import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const ordersSchema = z.array(
  z.object({
    display_id: z.number(),
    pos_receipts: z.array(z.object({ purchase_number: z.number().nullable() })).default([]),
  })
)

/** An event of Medusa's own: a sale of the POS is an order that was completed, with a receipt linked to it. */
export default async function reportPosSales({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["display_id", "pos_receipts.purchase_number"],
    filters: { id: event.data.id },
  })
  const [order] = ordersSchema.parse(data)
  const [receipt] = order?.pos_receipts ?? []
  if (order && receipt) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.info(`Receipt ${receipt.purchase_number} of the POS is order #${order.display_id}`)
  }
}

export const config: SubscriberConfig = {
  event: "order.completed",
  context: { subscriberId: "shop-report-pos-sales" },
}

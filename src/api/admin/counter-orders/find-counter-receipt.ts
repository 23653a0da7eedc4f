import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../../modules/pos"

const ordersOfPaymentSchema = z.array(
  z.looseObject({ payment_collection: z.looseObject({ order: z.looseObject({ id: z.string() }).nullish() }).nullish() })
)

/** A sale at the till, as somebody names it who stands there. */
export type CounterReceipt = { number: number | null }

/** The receipt that an order mirrors; null for an order of the web shop. */
export async function findReceiptOfOrder(container: MedusaContainer, orderId: string): Promise<CounterReceipt | null> {
  const [receipt] = await container
    .resolve(POS_MODULE)
    .listPosReceipts({ order_id: orderId, refund: false }, { take: 1, select: ["id", "purchase_number"] })
  return receipt ? { number: receipt.purchase_number } : null
}

/** The receipt that a payment belongs to; null for a payment of the web shop, or one that is not there. */
export async function findReceiptOfPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<CounterReceipt | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "payment_collection.order.id"],
    filters: { id: paymentId },
  })
  const orderId = ordersOfPaymentSchema.parse(data)[0]?.payment_collection?.order?.id
  return orderId ? findReceiptOfOrder(container, orderId) : null
}

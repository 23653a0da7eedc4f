import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../../modules/pos"

const metadataSchema = z.looseObject({ pos_purchase_uuid: z.unknown(), pos_receipt_number: z.number().nullish() })

const ordersSchema = z.array(z.looseObject({ metadata: metadataSchema.nullish().catch(null) }))

const paymentsSchema = z.array(
  z.looseObject({
    data: z.looseObject({ pos_payment_uuid: z.unknown() }).nullish().catch(null),
    payment_collection: z.looseObject({ order: z.looseObject({ id: z.string() }).nullish() }).nullish(),
  })
)

const changesSchema = z.array(z.looseObject({ order_id: z.string().nullish() }))

/** A sale of the POS, by the number that its receipt has there. */
export type CounterReceipt = { number: number | null }

/**
 * The sale of the POS that an order mirrors; null for an order of the store. The order itself names its purchase, so that
 * it is recognized when its receipt is gone, too; the receipt names the order where somebody has replaced its metadata.
 */
export async function findReceiptOfOrder(container: MedusaContainer, orderId: string): Promise<CounterReceipt | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "metadata"],
    filters: { id: orderId },
  })
  const metadata = ordersSchema.parse(data)[0]?.metadata
  if (typeof metadata?.pos_purchase_uuid === "string") {
    return { number: metadata.pos_receipt_number ?? null }
  }
  const [receipt] = await container
    .resolve(POS_MODULE)
    .listPosReceipts({ order_id: orderId, refund: false }, { take: 1, select: ["id", "purchase_number"] })
  return receipt ? { number: receipt.purchase_number } : null
}

/**
 * The sale of the POS that a payment paid for; null for a payment of the store, or one that is not there. The payment
 * itself names the POS's, also where its order was deleted.
 */
export async function findReceiptOfPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<CounterReceipt | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "data", "payment_collection.order.id"],
    filters: { id: paymentId },
  })
  const [payment] = paymentsSchema.parse(data)
  const orderId = payment?.payment_collection?.order?.id
  const receipt = orderId ? await findReceiptOfOrder(container, orderId) : null
  return receipt ?? (typeof payment?.data?.pos_payment_uuid === "string" ? { number: null } : null)
}

/** What Medusa changes orders by, each of which names its order. */
export type OrderChangeEntity = "return" | "order_claim" | "order_exchange"

/** The sale of the POS whose order a return, claim or exchange is of; null for one of the store, or that is not there. */
export async function findReceiptOfChange(
  container: MedusaContainer,
  entity: OrderChangeEntity,
  id: string
): Promise<CounterReceipt | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: ["id", "order_id"], filters: { id } })
  const orderId = changesSchema.parse(data)[0]?.order_id
  return orderId ? findReceiptOfOrder(container, orderId) : null
}

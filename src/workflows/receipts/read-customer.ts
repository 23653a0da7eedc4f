import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { OrderOwner } from "../../medusa-tables/orders/set-order-owner"
import { POS_MODULE } from "../../modules/pos"
import { ReceiptWithoutOrderError } from "./attach-errors"

const customerSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  has_account: z.boolean(),
})

const orderSchema = z.object({
  id: z.string(),
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
  customer: customerSchema.nullish(),
})

type OwnedOrder = z.infer<typeof orderSchema>

/** Whose a receipt is: a customer of the shop. */
export type AttachedCustomer = z.infer<typeof customerSchema>

/** An order with whose it is; null when there is none. A customer who was deleted is nobody. */
export async function readOwnedOrder(container: MedusaContainer, orderId: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "email", "customer_id", "customer.id", "customer.email", "customer.first_name"].concat(
      "customer.last_name",
      "customer.has_account"
    ),
    filters: { id: orderId },
  })
  const [order] = z.array(orderSchema).parse(data)
  return order ?? null
}

/** A receipt and the order that it stands for. @throws ReceiptWithoutOrderError */
export async function readOrderOfReceipt(container: MedusaContainer, receiptId: string) {
  const receipt = await container.resolve(POS_MODULE).retrievePosReceipt(receiptId)
  const order = receipt.order_id === null ? null : await readOwnedOrder(container, receipt.order_id)
  if (!order) {
    throw new ReceiptWithoutOrderError(receipt)
  }
  return { receipt, order }
}

export const ownerOf = ({ id, customer_id, email }: OwnedOrder): OrderOwner => ({
  ...{ id, customer_id: customer_id ?? null, email: email ?? null },
})

/** Who was attached to a receipt's order. */
export async function readCustomer(
  container: MedusaContainer,
  orderId: string | null
): Promise<AttachedCustomer | null> {
  return orderId === null ? null : ((await readOwnedOrder(container, orderId))?.customer ?? null)
}

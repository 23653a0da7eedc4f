import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { OrderOwner } from "../orders"
import { serviceMethod } from "./service-rows"

/** As `setOrderOwner`, by Medusa's order module. */
export async function setOwnerByServices(container: MedusaContainer, owner: OrderOwner): Promise<void> {
  await serviceMethod(
    container,
    Modules.ORDER,
    "updateOrders"
  )(owner.id, {
    customer_id: owner.customer_id,
    email: owner.email,
  })
}

const jsonSchema = z.record(z.string(), z.unknown())

const withMetadata = z.array(z.looseObject({ id: z.string(), metadata: jsonSchema.nullish() }))

type WithMetadata = z.output<typeof withMetadata>

/** Changes that remove a key from the rows that have it: Medusa merges metadata, and removes a key that becomes empty. */
const withoutKey = (rows: WithMetadata, key: string): { id: string; metadata: Record<string, unknown> }[] =>
  rows.flatMap(({ id, metadata }) => (metadata && key in metadata ? [{ id, metadata: { [key]: "" } }] : []))

/** What accounting needs of a payment, as in `eraseOrderDetails`. */
const BOOKED = new Set(["cardtype", "giftcarduuid"])

/** Data of a payment or refund without what is known of persons and cards; null when there is nothing to erase. */
function withoutAttributes(data: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  const attributes = jsonSchema.safeParse(data?.pos_attributes)
  if (!data || !attributes.success) {
    return null
  }
  const booked = Object.entries(attributes.data).filter(([name]) => BOOKED.has(name.toLowerCase()))
  return { ...data, pos_attributes: Object.fromEntries(booked) }
}

const paidSchema = z.array(
  z.object({
    payment_collections: z.array(
      z.object({
        payments: z
          .array(
            z.object({
              id: z.string(),
              data: jsonSchema.nullish(),
              refunds: z.array(z.object({ id: z.string(), metadata: jsonSchema.nullish() })).nullish(),
            })
          )
          .nullish(),
      })
    ),
  })
)

/** As `eraseOrderDetails`, by Medusa's module services, for an order that is not deleted. It may be repeated. */
export async function eraseOrderByServices(container: MedusaContainer, orderId: string): Promise<void> {
  const list = async (method: string, filters: object) =>
    serviceMethod(container, Modules.ORDER, method)(filters, { take: null })
  const update = async (module: string, method: string, rows: object[]) => {
    if (rows.length > 0) {
      await serviceMethod(container, module, method)(rows)
    }
  }
  const bySelector = (rows: { id: string; metadata: object }[]) =>
    rows.map(({ id, metadata }) => ({ selector: { id }, data: { metadata } }))
  const orders = withMetadata.parse(
    await serviceMethod(container, Modules.ORDER, "listOrders")({ id: [orderId] }, { select: ["id", "metadata"] })
  )
  const returns = withMetadata.parse(await list("listReturns", { order_id: orderId }))
  const versions = z
    .array(z.looseObject({ item_id: z.string() }))
    .parse(await list("listOrderItems", { order_id: orderId }))
  const lines = withMetadata.parse(
    await list("listOrderLineItems", { id: [...new Set(versions.map(({ item_id }) => item_id))] })
  )
  await update(Modules.ORDER, "updateOrders", bySelector(withoutKey(orders, "pos_cashier")))
  await update(Modules.ORDER, "updateReturns", bySelector(withoutKey(returns, "pos_cashier")))
  await update(Modules.ORDER, "updateOrderLineItems", bySelector(withoutKey(lines, "pos_comment")))
  await update(Modules.ORDER, "updateOrderItems", withoutKey(withMetadata.parse(versions), "pos_comment"))
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "payment_collections.payments.id",
      "payment_collections.payments.data",
      "payment_collections.payments.refunds.id",
      "payment_collections.payments.refunds.metadata",
    ],
    filters: { id: orderId },
  })
  const payments = paidSchema
    .parse(data)
    .flatMap(({ payment_collections }) => payment_collections.flatMap((collection) => collection.payments ?? []))
  const paid = payments.flatMap((payment) => {
    const erased = withoutAttributes(payment.data)
    return erased ? [{ id: payment.id, data: erased }] : []
  })
  const refunded = payments.flatMap(({ refunds }) =>
    (refunds ?? []).flatMap((refund) => {
      const metadata = withoutAttributes(refund.metadata)
      return metadata ? [{ id: refund.id, metadata }] : []
    })
  )
  // Medusa merges objects in JSON columns, so that keys would stay: they are removed as a whole before.
  await update(
    Modules.PAYMENT,
    "updatePayments",
    paid.map(({ id, data: erased }) => ({ id, data: { ...erased, pos_attributes: null } }))
  )
  await update(Modules.PAYMENT, "updatePayments", paid)
  await update(
    Modules.PAYMENT,
    "updateRefunds",
    refunded.map(({ id, metadata }) => ({ id, metadata: { ...metadata, pos_attributes: null } }))
  )
  await update(Modules.PAYMENT, "updateRefunds", refunded)
}

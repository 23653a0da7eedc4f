import type { ExecArgs, OrderLineItemDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createReservationsWorkflow } from "@medusajs/medusa/core-flows"

type Container = ExecArgs["container"]

/** An order of the past that was only placed. `total` in SEK. */
export type WebOrder = {
  id: string
  total: number
  lines: OrderLineItemDTO[]
  placedAt: Date
  address: Record<string, string>
}

const DAY_MS = 86_400_000

/** Customers of the web pay as they order. */
export async function payOrders(container: Container, orders: WebOrder[]): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const collections = await payments.createPaymentCollections(
    orders.map(({ total }) => ({ currency_code: "sek", amount: total }))
  )
  await container.resolve(ContainerRegistrationKeys.LINK).create(
    orders.map(({ id }, index) => ({
      [Modules.ORDER]: { order_id: id },
      [Modules.PAYMENT]: { payment_collection_id: collections[index]?.id },
    }))
  )
  const transactions = []
  for (const [index, { id, total }] of orders.entries()) {
    const session = await payments.createPaymentSession(collections[index]?.id ?? "", {
      provider_id: "pp_system_default",
      currency_code: "sek",
      amount: total,
      data: {},
    })
    const payment = await payments.authorizePaymentSession(session.id, {})
    const payment_id = payment?.id ?? ""
    await payments.capturePayment({ payment_id, amount: total })
    transactions.push({
      order_id: id,
      amount: total,
      currency_code: "sek",
      reference: "capture",
      reference_id: payment_id,
    })
  }
  await container.resolve(Modules.ORDER).addOrderTransactions(transactions)
}

/** What was ordered and is still on the shelf is kept for its customer, as at a checkout. */
export async function reserveOrders(
  container: Container,
  { locationId }: { locationId: string },
  orders: WebOrder[]
): Promise<void> {
  const lines = orders.flatMap((order) => order.lines)
  const { data: items } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product_variant_inventory_item",
    fields: ["variant_id", "inventory_item_id"],
    filters: { variant_id: lines.flatMap(({ variant_id }) => variant_id ?? []) },
  })
  const itemOf = new Map(
    items.map((item: { variant_id: string; inventory_item_id: string }) => [item.variant_id, item.inventory_item_id])
  )
  const reservations = lines.flatMap(({ id: line_item_id, variant_id, quantity }) => {
    const inventory_item_id = itemOf.get(variant_id ?? "")
    return inventory_item_id ? [{ line_item_id, inventory_item_id, location_id: locationId, quantity }] : []
  })
  if (reservations.length > 0) {
    await createReservationsWorkflow(container).run({ input: { reservations } })
  }
}

/** Packed the day after, and with the customer some days later. */
export async function sendOrders(
  container: Container,
  { locationId }: { locationId: string },
  orders: WebOrder[]
): Promise<void> {
  const service = container.resolve(Modules.ORDER)
  const links = []
  for (const { id, lines, placedAt, address } of orders) {
    const after = (days: number) => new Date(Math.min(placedAt.getTime() + days * DAY_MS, Date.now()))
    const fulfillment = await container.resolve(Modules.FULFILLMENT).createFulfillment({
      location_id: locationId,
      provider_id: "manual_manual",
      requires_shipping: true,
      labels: [],
      data: {},
      packed_at: after(1),
      shipped_at: after(1.2),
      delivered_at: after(3),
      delivery_address: address,
      items: lines.map(({ id: line_item_id, title, variant_sku, quantity }) => ({
        line_item_id,
        title,
        sku: variant_sku ?? "",
        barcode: "",
        quantity,
      })),
    })
    const reference = {
      order_id: id,
      reference: Modules.FULFILLMENT,
      reference_id: fulfillment.id,
      items: lines.map((line) => ({ id: line.id, quantity: line.quantity })),
    }
    await service.registerFulfillment(reference)
    await service.registerDelivery(reference)
    links.push({ [Modules.ORDER]: { order_id: id }, [Modules.FULFILLMENT]: { fulfillment_id: fulfillment.id } })
  }
  if (orders.length > 0) {
    await container.resolve(ContainerRegistrationKeys.LINK).create(links)
    await service.completeOrder(orders.map(({ id }) => id))
  }
}

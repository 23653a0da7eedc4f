import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  beginReceiveReturnWorkflow,
  beginReturnOrderWorkflow,
  confirmReturnReceiveWorkflow,
  confirmReturnRequestWorkflow,
  receiveItemReturnRequestWorkflow,
  refundPaymentWorkflow,
  requestItemReturnWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"

/** Tables that a return with its refund fills. */
export const REFUND_TABLES = [
  "return",
  "return_item",
  "refund",
  "order_change",
  "order_change_action",
  "order_item",
  "order_summary",
  "order_transaction",
]

const orderSchema = z.looseObject({
  id: z.string(),
  items: z.array(z.looseObject({ id: z.string() })),
  payment_collections: z.array(z.looseObject({ payments: z.array(z.looseObject({ id: z.string() })) })),
})

/** What Medusa documents for one piece of the first order's first line that came back and was paid back. */
export async function refundByWorkflows(
  container: MedusaContainer,
  shop: { stockLocationId: string },
  orderId: string,
  amount: number
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id", "items.id", "payment_collections.payments.id"],
    filters: { id: orderId },
  })
  const order = orderSchema.parse(orders[0])
  const items = [{ id: order.items[0]?.id ?? "", quantity: 1 }]
  await beginReturnOrderWorkflow(container).run({ input: { order_id: order.id, location_id: shop.stockLocationId } })
  const { data: returns } = await query.graph({ entity: "return", fields: ["id"], filters: { order_id: order.id } })
  const return_id = z.looseObject({ id: z.string() }).parse(returns[0]).id
  await requestItemReturnWorkflow(container).run({ input: { return_id, items } })
  await confirmReturnRequestWorkflow(container).run({ input: { return_id } })
  await beginReceiveReturnWorkflow(container).run({ input: { return_id } })
  await receiveItemReturnRequestWorkflow(container).run({ input: { return_id, items } })
  await confirmReturnReceiveWorkflow(container).run({ input: { return_id } })
  const payment_id = order.payment_collections[0]?.payments[0]?.id ?? ""
  // As if a web shop had taken it: the register's own provider refuses.
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)
    .raw("UPDATE payment SET provider_id = 'pp_system_default' WHERE id = ?", [payment_id])
  await refundPaymentWorkflow(container).run({ input: { payment_id, amount } })
}

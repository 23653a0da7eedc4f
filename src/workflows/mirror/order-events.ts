import { EventPriority, FulfillmentWorkflowEvents, OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import type { StoredEvent } from "../../modules/pos/queries/receipts/announcements"
import type { TableRows } from "../../medusa-tables/orders/collect-rows"
import type { MirrorSettings } from "../../vocabulary/mirror-settings"

/** Which events are wanted: of what was sold or refunded since then, and whether orders are told as placed. */
export type WantedEvents = { choice: MirrorSettings["order_events"]; since: Date }

/**
 * The events that Medusa's own workflows emit when they write such rows, with the same names and payloads (an integration
 * test compares the two). Nobody wants to hear today of the sales of years ago: those are left out.
 */
export function orderEventsOf(tables: TableRows, { choice, since }: WantedEvents): StoredEvent[] {
  if (choice === "none") {
    return []
  }
  const all = new Map(tables)
  const rows = (table: string) =>
    (all.get(table) ?? []).filter(({ created_at }) => created_at instanceof Date && created_at >= since)
  const orderOf = new Map((all.get("order_fulfillment") ?? []).map((link) => [link.fulfillment_id, link.order_id]))
  const returned = rows("return").map(({ id, order_id }) => ({ order_id, return_id: id }))
  return [
    ...(choice === "all" ? rows("order").map(placed) : []),
    ...rows("payment").map(({ id }) => ({ name: PaymentEvents.CAPTURED, data: { id } })),
    ...rows("fulfillment").flatMap(({ id }) => [
      {
        name: OrderWorkflowEvents.FULFILLMENT_CREATED,
        data: { order_id: orderOf.get(id), fulfillment_id: id, no_notification: true },
      },
      { name: FulfillmentWorkflowEvents.DELIVERY_CREATED, data: { id, no_notification: true } },
    ]),
    ...rows("order").map(({ id }) => ({ name: OrderWorkflowEvents.COMPLETED, data: { id } })),
    ...returned.map((data) => ({ name: OrderWorkflowEvents.RETURN_REQUESTED, data })),
    ...returned.map((data) => ({ name: OrderWorkflowEvents.RETURN_RECEIVED, data })),
    ...rows("refund").map(({ payment_id }) => ({ name: PaymentEvents.REFUNDED, data: { id: payment_id } })),
  ]
}

/** Medusa lets it overtake what else waits on the bus. */
const placed = ({ id }: Record<string, unknown>) => ({
  name: OrderWorkflowEvents.PLACED,
  data: { id },
  options: { priority: EventPriority.CRITICAL },
})

import { z } from "zod"
import {
  EventPriority,
  FulfillmentWorkflowEvents,
  Modules,
  OrderWorkflowEvents,
  PaymentEvents,
} from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { InboundSettings } from "../../contract/settings"
import type { TableRows } from "../../medusa/order-tables"
import { POS_MODULE } from "../../modules/pos"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { type Claim, createClaim, isUnclaimed } from "../../modules/pos/queue-policies"
import { claimHandle, withHeartbeat } from "../../runtime/claims"
import { runSingleFlight } from "../../runtime/workers"

const eventSchema = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** options for the event bus, such as the priority */
  options: z.record(z.string(), z.unknown()).optional(),
})

/** An event in the format of Medusa's event bus. */
type StoredEvent = z.infer<typeof eventSchema>

const orderEventRowSchema = z.object({ id: z.string(), events: z.array(eventSchema) })

type OrderEventRow = z.infer<typeof orderEventRowSchema>

/** Stores events (transactional outbox); they are published after the caller's transaction has committed. */
export async function insertOrderEvents(sql: Sql, id: string, events: StoredEvent[]): Promise<void> {
  await sql(idRowSchema, "INSERT INTO pos_event_outbox (id, events) VALUES (?, ?::jsonb) RETURNING id", [
    id,
    jsonText(events),
  ])
}

/** Claims the oldest rows of order events that no process has claimed. */
export async function claimOrderEvents(
  sql: Sql,
  { token, now, claimUntil, limit }: Claim & { limit: number }
): Promise<OrderEventRow[]> {
  const rows = await sql(
    orderEventRowSchema,
    `UPDATE pos_event_outbox SET claimed_until = ?, claim_token = ?, updated_at = now()
     WHERE id = ANY(ARRAY(
       SELECT id FROM pos_event_outbox WHERE ${isUnclaimed("claimed_until")}
       ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id, events`,
    [claimUntil, token, now, limit]
  )
  return rows.sort((left, right) => (left.id < right.id ? -1 : 1))
}

/** Deletes rows of order events that the event bus has accepted, as long as this process still holds their claim. */
export async function deleteOrderEvents(sql: Sql, ids: string[], token: string): Promise<void> {
  await sql(idRowSchema, "DELETE FROM pos_event_outbox WHERE id = ANY(?) AND claim_token = ? RETURNING id", [
    ids,
    token,
  ])
}

/**
 * Which events to emit: `choice` is the setting `order_events`; what was sold or refunded before `since` emits none.
 */
export type WantedEvents = { choice: InboundSettings["order_events"]; since: Date }

/**
 * Builds the events that Medusa's own workflows emit when they write such rows, with the same names and payloads (an
 * integration test compares the two). Rows older than `since` emit none, so an import of old sales notifies no
 * subscriber.
 */
export function getOrderEvents(tables: TableRows, { choice, since }: WantedEvents): StoredEvent[] {
  if (choice === "none") {
    return []
  }
  const all = new Map(tables)
  const rows = (table: string) =>
    (all.get(table) ?? []).filter(({ created_at }) => created_at instanceof Date && created_at >= since)
  const orderByFulfillment = new Map(
    (all.get("order_fulfillment") ?? []).map((link) => [link.fulfillment_id, link.order_id])
  )
  const returned = rows("return").map(({ id, order_id }) => ({ order_id, return_id: id }))
  return [
    ...(choice === "all" ? rows("order").map(placed) : []),
    ...rows("payment").map(({ id }) => ({ name: PaymentEvents.CAPTURED, data: { id } })),
    ...rows("fulfillment").flatMap(({ id }) => [
      {
        name: OrderWorkflowEvents.FULFILLMENT_CREATED,
        data: { order_id: orderByFulfillment.get(id), fulfillment_id: id, no_notification: true },
      },
      { name: FulfillmentWorkflowEvents.DELIVERY_CREATED, data: { id, no_notification: true } },
    ]),
    ...rows("order").map(({ id }) => ({ name: OrderWorkflowEvents.COMPLETED, data: { id } })),
    ...returned.map((data) => ({ name: OrderWorkflowEvents.RETURN_REQUESTED, data })),
    ...returned.map((data) => ({ name: OrderWorkflowEvents.RETURN_RECEIVED, data })),
    ...rows("refund").map(({ payment_id }) => ({ name: PaymentEvents.REFUNDED, data: { id: payment_id } })),
  ]
}

/** Medusa emits this event with critical priority. */
const placed = ({ id }: Record<string, unknown>) => ({
  name: OrderWorkflowEvents.PLACED,
  data: { id },
  options: { priority: EventPriority.CRITICAL },
})

/** Each row has the events of a batch of receipts, a thousand and more. */
const AT_ONCE = 4

/**
 * Publishes the stored events of imported orders until none is left. When a process dies while it publishes, another
 * process publishes the same events again: at least once, and never for an order that was not committed.
 */
export async function publishOrderEvents(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const token = randomUUID()
  const claim = async () =>
    pos.query((sql, now) => claimOrderEvents(sql, { ...createClaim("orderEvents", token, now), limit: AT_ONCE }))
  await runSingleFlight("orderEvents", async () => {
    let claimed: OrderEventRow[]
    do {
      claimed = await claim()
      await emitOrderEvents(container, claimed, token)
    } while (claimed.length === AT_ONCE)
  })
}

async function emitOrderEvents(container: MedusaContainer, orderEvents: OrderEventRow[], token: string): Promise<void> {
  if (orderEvents.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const ids = orderEvents.map(({ id }) => id)
  const held = claimHandle({ queue: "orderEvents", token, ids }, "publishing order events")
  const events = orderEvents.flatMap((order) => order.events)
  await withHeartbeat(container, held, async () => container.resolve(Modules.EVENT_BUS).emit(events))
  await pos.query((sql) => deleteOrderEvents(sql, ids, token))
}

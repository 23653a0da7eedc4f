import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/** Changes that are of lines and money; others, such as a new e-mail address, are the order's history. */
const REWRITTEN_CHANGES = "('edit', 'return_request', 'return_receive', 'exchange', 'claim', 'credit_line')"

/** Deletes everything of an order but the order itself, as Medusa deletes: rows stay. */
export async function deleteOrderParts(sql: Sql, orderId: string, now: Date): Promise<void> {
  const parts: [name: string, update: string, condition: string][] = [
    ["summaries", "UPDATE order_summary", "order_id = ?"],
    ["items", "UPDATE order_item", "order_id = ?"],
    ["lines", "UPDATE order_line_item", "id IN (SELECT item_id FROM line_ids)"],
    ["taxes", "UPDATE order_line_item_tax_line", "item_id IN (SELECT item_id FROM line_ids)"],
    ["adjustments", "UPDATE order_line_item_adjustment", "item_id IN (SELECT item_id FROM line_ids)"],
    ["credits", "UPDATE order_credit_line", "order_id = ?"],
    ["shippings", "UPDATE order_shipping", "order_id = ?"],
    ["transactions", "UPDATE order_transaction", "order_id = ?"],
    ["exchanges", "UPDATE order_exchange", "order_id = ?"],
    ["claims", "UPDATE order_claim", "order_id = ?"],
    ["returns", 'UPDATE "return"', "order_id = ?"],
    ["return_items", "UPDATE return_item", `return_id IN (SELECT id FROM "return" WHERE order_id = ?)`],
    ["changes", "UPDATE order_change", `order_id = ? AND change_type IN ${REWRITTEN_CHANGES}`],
    [
      "actions",
      "UPDATE order_change_action",
      `order_change_id IN (
         SELECT id FROM order_change WHERE order_id = ? AND change_type IN ${REWRITTEN_CHANGES})`,
    ],
    ["collection_links", "UPDATE order_payment_collection", "order_id = ?"],
    ["collections", "UPDATE payment_collection", "id IN (SELECT id FROM collection_ids)"],
    ["sessions", "UPDATE payment_session", "payment_collection_id IN (SELECT id FROM collection_ids)"],
    ["payments", "UPDATE payment", "payment_collection_id IN (SELECT id FROM collection_ids)"],
    ["captures", "UPDATE capture", "payment_id IN (SELECT id FROM payment_ids)"],
    ["refunds", "UPDATE refund", "payment_id IN (SELECT id FROM payment_ids)"],
    ["fulfillment_links", "UPDATE order_fulfillment", "order_id = ?"],
    ["fulfillments", "UPDATE fulfillment", "id IN (SELECT id FROM fulfillment_ids)"],
    ["fulfillment_items", "UPDATE fulfillment_item", "fulfillment_id IN (SELECT id FROM fulfillment_ids)"],
  ]
  const deletions = parts.map(
    ([name, update, condition]) =>
      `deleted_${name} AS (${update} SET deleted_at = ? WHERE deleted_at IS NULL AND ${condition})`
  )
  const bindings = parts.flatMap(([_name, _update, condition]) => (condition.includes("?") ? [now, orderId] : [now]))
  await sql(
    z.unknown(),
    `WITH line_ids AS (SELECT item_id FROM order_item WHERE order_id = ?),
     collection_ids AS (
       SELECT payment_collection_id AS id FROM order_payment_collection WHERE order_id = ? AND deleted_at IS NULL),
     payment_ids AS (SELECT id FROM payment WHERE payment_collection_id IN (SELECT id FROM collection_ids)),
     fulfillment_ids AS (SELECT fulfillment_id AS id FROM order_fulfillment WHERE order_id = ? AND deleted_at IS NULL),
     ${deletions.join(", ")}
     SELECT 1`,
    [orderId, orderId, orderId, ...bindings]
  )
}

import { z } from "zod"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { insertRows, type TableRows } from "./order-tables"

/**
 * Rewrites an order in place from its rows, at its first version. The order keeps its ID and numbers, its customer, its
 * email and postal addresses, and its history of other changes. The order and its lines keep metadata that is not ours.
 * A deleted order is restored. Everything else of it is soft-deleted, as Medusa does. In a transaction.
 * @returns false when there is no such order, deleted or not; nothing was written then
 */
export async function rewriteOrder(sql: Sql, orderId: string, rows: TableRows, now: Date): Promise<boolean> {
  await sql(idRowSchema, `SELECT id FROM "order" WHERE id = ? FOR UPDATE`, [orderId])
  const lineMetadata = await readLineMetadata(sql, orderId)
  await deleteOrderParts(sql, orderId, now)
  const [order] = rows.flatMap(([table, written]) => (table === "order" ? written : []))
  const [rewritten] = await sql(
    idRowSchema,
    `UPDATE "order" AS o SET version = 1, status = 'completed', canceled_at = NULL, deleted_at = NULL, updated_at = now(),
       currency_code = coalesce(row.currency_code, o.currency_code), created_at = coalesce(row.created_at, o.created_at),
       metadata = coalesce(o.metadata, '{}') || coalesce(row.metadata, '{}')
     FROM json_to_record(?::json) AS row(currency_code text, created_at timestamptz, metadata jsonb)
     WHERE o.id = ? RETURNING o.id`,
    [jsonText(order ?? {}), orderId]
  )
  if (!rewritten) {
    return false
  }
  await insertRows(
    sql,
    rows.filter(([table]) => table !== "order")
  )
  await writeLineMetadata(sql, orderId, lineMetadata)
  return true
}

/** Soft-deletes an order with all of its parts, as Medusa does. In a transaction. */
export async function deleteOrder(sql: Sql, orderId: string, now: Date): Promise<void> {
  await deleteOrderParts(sql, orderId, now)
  await sql(idRowSchema, `UPDATE "order" SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL RETURNING id`, [
    now,
    orderId,
  ])
}

/** Kinds of changes of lines and money; others, such as a new email address, are the order's history and stay. */
const REWRITTEN_CHANGES = "('edit', 'return_request', 'return_receive', 'exchange', 'claim', 'credit_line')"

/** Soft-deletes all parts of an order but the order itself, as Medusa does. */
async function deleteOrderParts(sql: Sql, orderId: string, now: Date): Promise<void> {
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

const positionedSchema = z.object({ position: z.string(), metadata: z.record(z.string(), z.unknown()) })

/** Metadata of a receipt line that others than the POS wrote, with the line's position on the receipt. */
export type LineMetadata = z.infer<typeof positionedSchema>

/** Reads metadata that is not ours from an order's lines. */
async function readLineMetadata(sql: Sql, orderId: string): Promise<LineMetadata[]> {
  const lines = await sql(
    positionedSchema,
    `SELECT line.metadata->>'pos_position' AS position, line.metadata || coalesce(item.metadata, '{}') AS metadata
     FROM "order" AS o JOIN order_item AS item ON item.order_id = o.id AND item.version = o.version
     JOIN order_line_item AS line ON line.id = item.item_id
     WHERE o.id = ? AND line.metadata->>'pos_position' IS NOT NULL`,
    [orderId]
  )
  return lines.flatMap(({ position, metadata }) => {
    const foreign = Object.entries(metadata).filter(([name]) => !name.startsWith("pos_"))
    return foreign.length === 0 ? [] : [{ position, metadata: Object.fromEntries(foreign) }]
  })
}

/** Adds metadata to an order's lines; a key that a line already has keeps its value. */
export async function writeLineMetadata(sql: Sql, orderId: string, kept: LineMetadata[]): Promise<void> {
  if (kept.length === 0) {
    return
  }
  await sql(
    z.unknown(),
    `WITH kept AS (
       SELECT * FROM json_to_recordset(?::json) AS line(position text, metadata jsonb)
     ), versions AS (
       UPDATE order_item AS item SET metadata = kept.metadata || item.metadata FROM kept
       WHERE item.order_id = ? AND item.deleted_at IS NULL AND item.metadata->>'pos_position' = kept.position
     )
     UPDATE order_line_item AS line SET metadata = kept.metadata || line.metadata FROM kept, order_item AS item
     WHERE item.order_id = ? AND item.deleted_at IS NULL AND line.id = item.item_id
       AND line.metadata->>'pos_position' = kept.position`,
    [jsonText(kept), orderId, orderId]
  )
}

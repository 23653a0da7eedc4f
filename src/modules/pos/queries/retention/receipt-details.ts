import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { lockSalesOfReceipts } from "../receipts/lock-sales"
import { markingChanged } from "../sales/marks"

const detailedSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  purchase_uuid: z.string(),
  refunds_purchase_uuid: z.string().nullable(),
  order_id: z.string().nullable(),
  payload: z.unknown(),
})

/** A receipt that still tells of persons, cards, devices and places. */
export type DetailedReceipt = z.output<typeof detailedSchema>

/** A receipt's payload without what tells of persons; null: nothing of it could be read. */
export type ErasedReceipt = { id: string; payload: unknown }

/**
 * Receipts sold before a moment that have not been erased, the oldest first. Until the transaction ends nobody else erases
 * them or changes the orders of their sales.
 */
export async function takeDetailedReceipts(sql: Sql, soldBefore: Date, limit: number): Promise<DetailedReceipt[]> {
  const due = await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt
     WHERE details_erased_at IS NULL AND deleted_at IS NULL AND sold_at < ? ORDER BY sold_at LIMIT ?`,
    [soldBefore, limit]
  )
  const ids = due.map(({ id }) => id)
  await lockSalesOfReceipts(sql, ids)
  return sql(
    detailedSchema,
    `SELECT id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload FROM pos_receipt
     WHERE id = ANY(?) AND details_erased_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [ids]
  )
}

/** Receipts that a version erased which left details on returns and deleted orders; nobody changes their orders meanwhile. */
export async function takeHalfErasedReceipts(sql: Sql, limit: number): Promise<DetailedReceipt[]> {
  const due = await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt
     WHERE details_erased_at IS NOT NULL AND orders_erased_at IS NULL AND deleted_at IS NULL LIMIT ?`,
    [limit]
  )
  const ids = due.map(({ id }) => id)
  await lockSalesOfReceipts(sql, ids)
  return sql(
    detailedSchema,
    `UPDATE pos_receipt SET orders_erased_at = details_erased_at WHERE id = ANY(?)
     RETURNING id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload`,
    [ids]
  )
}

/** One receipt, whether it was erased before or not: what came since is erased, too. */
export async function takeReceipt(sql: Sql, id: string): Promise<DetailedReceipt[]> {
  await lockSalesOfReceipts(sql, [id])
  return sql(
    detailedSchema,
    `SELECT id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload FROM pos_receipt
     WHERE id = ? AND deleted_at IS NULL FOR UPDATE`,
    [id]
  )
}

/** Keeps of receipts what the books need, and marks their days' figures, which name cashiers. */
export async function writeErasedReceipts(sql: Sql, now: Date, erased: ErasedReceipt[]): Promise<void> {
  const marking = markingChanged()
  await sql(
    z.unknown(),
    `WITH changed_receipts AS (
     UPDATE pos_receipt AS receipt SET payload = erased.payload, cashier = NULL, details_erased_at = ?,
       orders_erased_at = ?, updated_at = ?
     FROM json_to_recordset(?::json) AS erased(id text, payload jsonb)
     WHERE receipt.id = erased.id AND receipt.id = ANY(?)
     RETURNING receipt.connection_id, receipt.sold_at
     ) ${marking.text}`,
    [now, now, now, jsonText(erased), erased.map(({ id }) => id), ...marking.bindings]
  )
}

/** Forgets the notifications that told of a purchase; the receipt's own key keeps them from being taken for news again. */
export async function forgetNotificationsOf(sql: Sql, receipt: DetailedReceipt): Promise<void> {
  await sql(
    z.unknown(),
    "UPDATE pos_inbox_entry SET payload = '{}' WHERE connection_id = ? AND aggregate = ? AND state IN ('done', 'ignored')",
    [receipt.connection_id, `purchase:${receipt.purchase_uuid}`]
  )
}

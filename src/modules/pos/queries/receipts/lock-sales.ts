import { idRowSchema, type Sql } from "../../database/sql"

/*
 * The receipt of a sale guards its order: what rewrites an order, puts a refund onto it, gives it to a customer or erases
 * what it says of persons locks that receipt first, and only then reads which order it has. Of several, those with the
 * smallest id come first, so that nobody waits in a circle. All hold until the transaction ends.
 */

/** Locks the receipts of sales that are named, and of the sales that named refunds give back. */
export async function lockSales(sql: Sql, connectionId: string, purchaseUuids: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt WHERE id = ANY(ARRAY(
       SELECT id FROM pos_receipt
       WHERE (connection_id = ?) IS TRUE AND purchase_uuid = ANY(?) AND NOT refund AND deleted_at IS NULL
       UNION SELECT sale.id FROM pos_receipt AS back CROSS JOIN LATERAL (
         SELECT one.id FROM pos_receipt AS one
         WHERE (one.connection_id = back.connection_id) IS TRUE AND one.purchase_uuid = back.refunds_purchase_uuid
           AND NOT one.refund AND one.deleted_at IS NULL OFFSET 0) AS sale
       WHERE (back.connection_id = ?) IS TRUE AND back.purchase_uuid = ANY(?) AND back.refund AND back.deleted_at IS NULL))
     ORDER BY id FOR UPDATE`,
    [connectionId, purchaseUuids, connectionId, purchaseUuids]
  )
}

/** Locks the receipt of the sale that an order mirrors. */
export async function lockSaleOfOrder(sql: Sql, orderId: string): Promise<void> {
  await sql(
    idRowSchema,
    "SELECT id FROM pos_receipt WHERE order_id = ? AND NOT refund AND deleted_at IS NULL ORDER BY id FOR UPDATE",
    [orderId]
  )
}

/** Locks receipts, and those of the sales that they give back. */
export async function lockSalesOfReceipts(sql: Sql, receiptIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt WHERE id = ANY(ARRAY(
       SELECT id FROM pos_receipt WHERE id = ANY(?) AND NOT refund
       UNION SELECT sale.id FROM pos_receipt AS back CROSS JOIN LATERAL (
         SELECT one.id FROM pos_receipt AS one
         WHERE (one.connection_id = back.connection_id) IS TRUE AND one.purchase_uuid = back.refunds_purchase_uuid
           AND NOT one.refund AND one.deleted_at IS NULL OFFSET 0) AS sale
       WHERE back.id = ANY(?) AND back.refund))
     ORDER BY id FOR UPDATE`,
    [receiptIds, receiptIds]
  )
}

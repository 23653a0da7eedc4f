import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/*
 * The receipt of a sale guards its order. Code that rewrites an order, adds a refund to it, assigns it to a customer or
 * erases personal data from it first locks that receipt. Only then it reads which order the receipt has. Several
 * receipts are locked by ascending ID, which prevents deadlocks. The locks last until the transaction ends.
 */

/** Locks the receipts of the named sales, and of the sales that the named refunds give back. */
export async function lockSales(sql: Sql, connectionId: string, purchaseUuids: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt WHERE id = ANY(ARRAY(
       SELECT id FROM pos_receipt
       WHERE (connection_id = ?) IS TRUE AND purchase_uuid = ANY(?) AND NOT refund AND deleted_at IS NULL
       UNION SELECT sale.id FROM pos_receipt AS back CROSS JOIN LATERAL (
         SELECT id FROM pos_receipt
         WHERE (connection_id = back.connection_id) IS TRUE AND purchase_uuid = back.refunds_purchase_uuid
           AND NOT refund AND deleted_at IS NULL OFFSET 0) AS sale
       WHERE (back.connection_id = ?) IS TRUE AND back.purchase_uuid = ANY(?) AND back.refund AND back.deleted_at IS NULL))
     ORDER BY id FOR UPDATE`,
    [connectionId, purchaseUuids, connectionId, purchaseUuids]
  )
}

/** Locks the receipt of an order's sale. */
export async function lockSaleOfOrder(sql: Sql, orderId: string): Promise<void> {
  await sql(
    idRowSchema,
    "SELECT id FROM pos_receipt WHERE order_id = ? AND NOT refund AND deleted_at IS NULL ORDER BY id FOR UPDATE",
    [orderId]
  )
}

/** Locks receipts of sales, and for refunds those of the sales that they give back. */
export async function lockSalesOfReceipts(sql: Sql, receiptIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt WHERE id = ANY(ARRAY(
       SELECT id FROM pos_receipt WHERE id = ANY(?) AND NOT refund
       UNION SELECT sale.id FROM pos_receipt AS back CROSS JOIN LATERAL (
         SELECT id FROM pos_receipt
         WHERE (connection_id = back.connection_id) IS TRUE AND purchase_uuid = back.refunds_purchase_uuid
           AND NOT refund AND deleted_at IS NULL OFFSET 0) AS sale
       WHERE back.id = ANY(?) AND back.refund))
     ORDER BY id FOR UPDATE`,
    [receiptIds, receiptIds]
  )
}

import { idRowSchema, type Sql } from "../../database/sql"

/** A sale's receipt gets another order; its refunds wait to be put on that one. */
export async function moveReceipt(
  sql: Sql,
  receipt: { connectionId: string; purchaseUuid: string; orderId: string }
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_receipt SET order_id = ?, state = 'mirrored', updated_at = now()
     WHERE connection_id = ? AND purchase_uuid = ? AND deleted_at IS NULL RETURNING id`,
    [receipt.orderId, receipt.connectionId, receipt.purchaseUuid]
  )
  await sql(
    idRowSchema,
    `UPDATE pos_receipt SET order_id = NULL, state = 'pending', state_reason = 'Waits for the order that is written anew',
       updated_at = now()
     WHERE connection_id = ? AND refunds_purchase_uuid = ? AND state = 'mirrored' AND deleted_at IS NULL RETURNING id`,
    [receipt.connectionId, receipt.purchaseUuid]
  )
}

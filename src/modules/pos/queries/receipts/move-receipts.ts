import { idRowSchema, type Sql } from "../../database/sql"

/** A sale's receipt gets an order that was written again; its refunds wait to be put on that one. */
export async function moveReceipt(
  sql: Sql,
  receipt: { connectionId: string; purchaseUuid: string; orderId: string; mappingVersion: number }
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_receipt SET order_id = ?, order_mapping_version = ?, state = 'mirrored', updated_at = now()
     WHERE connection_id = ? AND purchase_uuid = ? AND deleted_at IS NULL RETURNING id`,
    [receipt.orderId, receipt.mappingVersion, receipt.connectionId, receipt.purchaseUuid]
  )
  await sql(
    idRowSchema,
    `UPDATE pos_receipt SET order_id = NULL, state = 'pending', state_reason = 'Waits for the order that is written again',
       updated_at = now()
     WHERE connection_id = ? AND refunds_purchase_uuid = ? AND state = 'mirrored' AND deleted_at IS NULL RETURNING id`,
    [receipt.connectionId, receipt.purchaseUuid]
  )
}

import { z } from "@medusajs/framework/zod"
import { purchaseSchema } from "../../../../pos-api/contract"
import { idRowSchema, type Sql } from "../../database/sql"

const openRefundSchema = z.object({
  id: z.string(),
  sale_order_id: z.string(),
  payload: purchaseSchema,
})

/** A refund that has no order yet, and the order of its sale. */
export type OpenRefund = z.infer<typeof openRefundSchema>

/**
 * Refunds whose sale has an order: those that are told, and those of a sale that is told. They are held until the
 * transaction ends. In the order of their sale, so that the same refunds end alike in whatever order they came.
 */
export async function findOpenRefunds(sql: Sql, connectionId: string, purchaseUuids: string[]): Promise<OpenRefund[]> {
  return sql(
    openRefundSchema,
    `SELECT refund.id, sale.order_id AS sale_order_id, refund.payload
     FROM pos_receipt AS refund
     JOIN pos_receipt AS sale ON sale.connection_id = refund.connection_id
       AND sale.purchase_uuid = refund.refunds_purchase_uuid AND sale.deleted_at IS NULL AND NOT sale.refund
     WHERE refund.connection_id = ? AND refund.refund AND refund.order_id IS NULL AND refund.deleted_at IS NULL
       AND sale.order_id IS NOT NULL AND (refund.purchase_uuid = ANY(?) OR sale.purchase_uuid = ANY(?))
     ORDER BY refund.sold_at, refund.purchase_uuid FOR UPDATE OF refund`,
    [connectionId, purchaseUuids, purchaseUuids]
  )
}

/** Refunds have got onto the orders of their sales. */
export async function placeRefunds(sql: Sql, refunds: { id: string; order_id: string }[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_receipt AS receipt SET order_id = refund.order_id, state = 'mirrored', state_reason = NULL, updated_at = now()
     FROM json_to_recordset(?::json) AS refund(id text, order_id text) WHERE receipt.id = refund.id RETURNING receipt.id`,
    [JSON.stringify(refunds)]
  )
}

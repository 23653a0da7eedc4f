import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { purchaseSchema } from "../../pos-api/contract"
import { fromForgottenRefunds } from "../../runtime/due-queues"

const openRefundSchema = z.object({
  id: z.string(),
  purchase_uuid: z.string(),
  sale_order_id: z.string(),
  payload: purchaseSchema,
})

/** A refund that has no order yet, and the order of its sale. */
export type OpenRefund = z.infer<typeof openRefundSchema>

/**
 * Finds refunds whose sale has an order: the given refunds, and refunds of the given sales. They are sorted by time of
 * sale, so that the result does not depend on the order of arrival.
 * @param how `lock` locks them until the transaction ends; lock their sales before, see `lockSales`
 */
export async function findOpenRefunds(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[],
  how: "read" | "lock"
): Promise<OpenRefund[]> {
  return sql(
    openRefundSchema,
    // Each lookup uses an index of its own: one combined condition would read all refunds.
    `SELECT refund.id, refund.purchase_uuid, sale.order_id AS sale_order_id, refund.payload
     FROM pos_receipt AS refund CROSS JOIN LATERAL (
       SELECT order_id FROM pos_receipt
       WHERE (connection_id = refund.connection_id) IS TRUE AND purchase_uuid = refund.refunds_purchase_uuid
         AND order_id IS NOT NULL AND NOT refund AND deleted_at IS NULL OFFSET 0) AS sale
     WHERE refund.refund AND refund.order_id IS NULL AND refund.deleted_at IS NULL AND refund.id = ANY(ARRAY(
       SELECT id FROM pos_receipt WHERE (connection_id = ?) IS TRUE AND purchase_uuid = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM pos_receipt
       WHERE (connection_id = ?) IS TRUE AND refunds_purchase_uuid = ANY(?) AND refunds_purchase_uuid IS NOT NULL
         AND deleted_at IS NULL))
     ORDER BY refund.sold_at, refund.purchase_uuid ${how === "lock" ? "FOR UPDATE OF refund" : ""}`,
    [connectionId, purchaseUuids, connectionId, purchaseUuids]
  )
}

/** Records that refunds were applied to the orders of their sales. */
export async function placeRefunds(sql: Sql, refunds: { id: string; order_id: string }[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_receipt AS receipt SET order_id = refund.order_id, state = 'mirrored', state_reason = NULL, updated_at = now()
     FROM json_to_recordset(?::json) AS refund(id text, order_id text) WHERE receipt.id = refund.id RETURNING receipt.id`,
    [jsonText(refunds)]
  )
}

/** Lets a refund wait again, because the order that it was to change was deleted before it could be changed. */
export async function releaseRefund(
  sql: Sql,
  refund: { connectionId: string; purchaseUuid: string; orderId: string }
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_receipt SET order_id = NULL, state = 'pending', state_reason = 'The order of its sale was deleted',
       updated_at = now()
     WHERE connection_id = ? AND purchase_uuid = ? AND order_id = ? AND deleted_at IS NULL RETURNING id`,
    [refund.connectionId, refund.purchaseUuid, refund.orderId]
  )
}

const PENDING_AT_ONCE = 100

const forgottenSchema = z.object({ purchase_uuid: z.string(), payload: z.unknown() })

/** Finds refunds that wait for their sale although no inbox entry is pending for them. */
export async function findForgottenRefunds(
  sql: Sql,
  connectionId: string,
  now: Date
): Promise<z.output<typeof forgottenSchema>[]> {
  return sql(
    forgottenSchema,
    `SELECT refund.purchase_uuid, refund.payload ${fromForgottenRefunds("?")}
     ORDER BY refund.id LIMIT ${PENDING_AT_ONCE}`,
    [connectionId, now]
  )
}

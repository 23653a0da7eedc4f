import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** A collection's refunded amount is the sum of what its payments gave back. */
export async function refreshCollections(sql: Sql, orderIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE payment_collection AS collection SET refunded_amount = given.amount, updated_at = now(),
       raw_refunded_amount = jsonb_build_object('value', given.amount::text, 'precision', 20)
     FROM (SELECT payment.payment_collection_id AS id, sum(refund.amount) AS amount
           FROM order_payment_collection AS link
           JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
           JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
           WHERE link.order_id = ANY(?) AND link.deleted_at IS NULL
           GROUP BY payment.payment_collection_id) AS given
     WHERE collection.id = given.id RETURNING collection.id`,
    [orderIds]
  )
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/** What stays of a payment's attributes: as the books have it, see pos-api/contract/purchase-for-books. */
const booked = (column: string) => `jsonb_set(${column}, '{pos_attributes}', (
  SELECT coalesce(jsonb_object_agg(name, value), '{}')
  FROM jsonb_each(${column}->'pos_attributes') AS attribute(name, value)
  WHERE lower(name) IN ('cardtype', 'giftcarduuid')))`

const hasAttributes = (column: string) => `jsonb_typeof(${column}->'pos_attributes') = 'object'`

/**
 * Takes from mirrored orders, also deleted ones, what tells of persons and cards: who sold and who took goods back, what
 * somebody wrote on a line, and all of a payment but the kind of card. Amounts, lines and taxes stay as they are, and so does the time of the last change:
 * nothing has happened to the order.
 */
export async function eraseOrderDetails(sql: Sql, orderIds: string[]): Promise<void> {
  await sql(
    z.unknown(),
    `WITH paid AS (
       SELECT payment.id FROM payment WHERE payment.payment_collection_id = ANY(ARRAY(
         SELECT payment_collection_id FROM order_payment_collection WHERE order_id = ANY(?)))
     ), sold AS (
       UPDATE "order" SET metadata = metadata - 'pos_cashier' WHERE id = ANY(?)
     ), returns AS (
       UPDATE "return" SET metadata = metadata - 'pos_cashier' WHERE order_id = ANY(?)
     ), lines AS (
       UPDATE order_line_item SET metadata = metadata - 'pos_comment'
       WHERE id = ANY(ARRAY(SELECT item_id FROM order_item WHERE order_id = ANY(?)))
     ), versions AS (
       UPDATE order_item SET metadata = metadata - 'pos_comment' WHERE order_id = ANY(?)
     ), payments AS (
       UPDATE payment SET data = ${booked("data")} WHERE id = ANY(ARRAY(SELECT id FROM paid)) AND ${hasAttributes("data")}
     ), refunds AS (
       UPDATE refund SET metadata = ${booked("metadata")}
       WHERE payment_id = ANY(ARRAY(SELECT id FROM paid)) AND ${hasAttributes("metadata")}
     )
     SELECT 1`,
    [orderIds, orderIds, orderIds, orderIds, orderIds]
  )
}

import { z } from "zod"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

/**
 * Condition: the order belongs to a sale of the POS. It also holds for deleted orders, and when the receipt is erased.
 */
const IS_POS_ORDER = "metadata->>'pos_purchase_uuid' IS NOT NULL"

/**
 * Condition: the order's personal data is not erased yet. Each order is written with `pos_cashier`, null for none;
 * erasing removes the key.
 */
const HAS_DETAILS = "jsonb_exists(metadata, 'pos_cashier')"

/** Indexes to find the orders of a purchase, and the orders and returns that are old enough to be erased. */
export const POS_ORDER_INDEXES = [
  { name: "IDX_pos_order_of_purchase", table: "order", on: `((metadata->>'pos_purchase_uuid')) WHERE ${IS_POS_ORDER}` },
  { name: "IDX_pos_order_with_details", table: "order", on: `("created_at") WHERE ${IS_POS_ORDER} AND ${HAS_DETAILS}` },
  { name: "IDX_pos_return_with_details", table: "return", on: `("created_at") WHERE ${HAS_DETAILS}` },
]

/** Finds all orders that were ever written for purchases, including deleted ones. */
export async function findOrdersOfPurchases(sql: Sql, purchaseUuids: string[]): Promise<string[]> {
  const orders = await sql(
    idRowSchema,
    `SELECT id FROM "order" WHERE ${IS_POS_ORDER} AND metadata->>'pos_purchase_uuid' = ANY(?)`,
    [purchaseUuids]
  )
  return orders.map(({ id }) => id)
}

/**
 * Finds and locks POS orders from before a moment that still have personal data, or have a return from before it that
 * does, including deleted ones. The locks last until the transaction ends; orders that are locked by others are left
 * out.
 */
export async function takeOrdersWithDetails(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const orders = await sql(
    idRowSchema,
    `SELECT id FROM "order" WHERE id = ANY(ARRAY(
       (SELECT id FROM "order" WHERE ${IS_POS_ORDER} AND ${HAS_DETAILS} AND created_at < ? ORDER BY created_at LIMIT ?)
       UNION (SELECT order_id FROM "return" WHERE ${HAS_DETAILS} AND created_at < ? ORDER BY created_at LIMIT ?)))
     ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED`,
    [before, limit, before, limit, limit]
  )
  return orders.map(({ id }) => id)
}

/**
 * The remaining attributes of a payment: those that accounting needs, see `purchaseForAccountingSchema` in
 * pos-api/contract/purchase.
 */
const booked = (column: string) => `jsonb_set(${column}, '{pos_attributes}', (
  SELECT coalesce(jsonb_object_agg(name, value), '{}')
  FROM jsonb_each(${column}->'pos_attributes') AS attribute(name, value)
  WHERE lower(name) IN ('cardtype', 'giftcarduuid')))`

const hasAttributes = (column: string) => `jsonb_typeof(${column}->'pos_attributes') = 'object'`

/**
 * Erases data of persons and cards from imported orders, including deleted ones: who sold and who took goods back,
 * comments on lines, and all of a payment but the kind of card. Amounts, lines and taxes stay, and so does the time of
 * the last change, because the order itself has not changed.
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

import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** Orders that mirror a sale of the POS, deleted ones too: they name its UUID, whatever is left of its receipt. */
const IS_POS_ORDER = "metadata->>'pos_purchase_uuid' IS NOT NULL"

/** Each is written with its cashier, or null for none; erasing its details takes the name itself away. */
const HAS_DETAILS = "jsonb_exists(metadata, 'pos_cashier')"

/** By which the orders of a purchase are found, and by which those and the returns are that are old enough to be erased. */
export const POS_ORDER_INDEXES = [
  { name: "IDX_pos_order_of_purchase", on: `"order" ((metadata->>'pos_purchase_uuid')) WHERE ${IS_POS_ORDER}` },
  { name: "IDX_pos_order_with_details", on: `"order" ("created_at") WHERE ${IS_POS_ORDER} AND ${HAS_DETAILS}` },
  { name: "IDX_pos_return_with_details", on: `"return" ("created_at") WHERE ${HAS_DETAILS}` },
]

/** All orders that were ever written of purchases, deleted ones too. */
export async function findOrdersOfPurchases(sql: Sql, purchaseUuids: string[]): Promise<string[]> {
  const orders = await sql(
    idRowSchema,
    `SELECT id FROM "order" WHERE ${IS_POS_ORDER} AND metadata->>'pos_purchase_uuid' = ANY(?)`,
    [purchaseUuids]
  )
  return orders.map(({ id }) => id)
}

/**
 * Orders of the POS from before a moment that still say something of persons, or have a return from before it that does;
 * deleted ones too. Nobody else changes them until the transaction ends; what somebody changes now is left out.
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

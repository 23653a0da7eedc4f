import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../database/sql"

/** What a connection is connected by: an API key, or a sign-in. */
export type Credentials = { api_key_sealed: string | null; authorization_id: string | null }

/**
 * Marks a connection as having lost these credentials; false when it has others by now, and when that was known already,
 * so that of many processes that notice it only one notifies the admin.
 */
export async function disconnectOnce(
  sql: Sql,
  now: Date,
  { connectionId, credentials, reason }: { connectionId: string; credentials: Credentials; reason: string }
): Promise<boolean> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_connection SET state = 'disconnected', state_reason = ?, updated_at = ?
     WHERE id = ? AND state <> 'disconnected' AND deleted_at IS NULL
       AND api_key_sealed IS NOT DISTINCT FROM ? AND authorization_id IS NOT DISTINCT FROM ? RETURNING id`,
    [reason, now, connectionId, credentials.api_key_sealed, credentials.authorization_id]
  )
  return rows.length > 0
}

/** Tables whose rows belong to a connection, those that hang on others first. */
const WIPED_TABLES = {
  product_links: ["pos_product_part", "pos_product_link"],
  variant_links: ["pos_variant_link"],
  category_links: ["pos_category_link"],
  product_candidates: ["pos_product_candidate"],
  pictures: ["pos_picture"],
  stock_movements: ["pos_stock_movement"],
  stock_differences: ["pos_stock_difference"],
  money_differences: ["pos_money_difference"],
  receipts: ["pos_receipt_payment", "pos_sales_mark", "pos_sales_figure", "pos_receipt"],
  gift_cards: ["pos_gift_card_touch", "pos_gift_card"],
  account_transactions: ["pos_payout", "pos_account_transaction", "pos_account"],
  inbox_entries: ["pos_inbox_entry"],
  runs: ["pos_run"],
} as const

/** Data of a connection, as a preview names them. */
export type WipedData = keyof typeof WIPED_TABLES | "plans"

const countsSchema = z.record(z.string(), z.coerce.number())

/** How many rows of each kind of data a connection has: of the table that names the kind. */
export async function countData(sql: Sql, connectionId: string): Promise<Record<string, number>> {
  const kinds = Object.entries(WIPED_TABLES)
  const counted = kinds.map(
    ([kind, tables]) =>
      `(SELECT count(*) FROM ${tables.at(kind === "account_transactions" ? 1 : -1)} WHERE connection_id = ?) AS ${kind}`
  )
  const [counts] = await sql(
    countsSchema,
    `SELECT ${counted.join(", ")}, (SELECT count(*) FROM pos_plan WHERE connection_id = ?) AS plans`,
    [...kinds, "plans"].map(() => connectionId)
  )
  return counts ?? {}
}

/** Forgets everything that belongs to a connection, for good; the connection's own row stays, with nothing secret in it. */
export async function wipeData(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    "DELETE FROM pos_plan_entry WHERE plan_id IN (SELECT id FROM pos_plan WHERE connection_id = ?) RETURNING id",
    [connectionId]
  )
  for (const table of ["pos_plan", ...Object.values(WIPED_TABLES).flat()]) {
    await sql(z.unknown(), `DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
  }
  await sql(z.unknown(), "DELETE FROM pos_observation WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_alarm WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_rate_budget WHERE starts_with(id, ?)", [`${connectionId}:`])
  await sql(z.unknown(), "DELETE FROM pos_door_refusal WHERE id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_duty WHERE split_part(name, ':', 2) = ?", [connectionId])
}

const keptSchema = z.object({ orders: z.coerce.number(), products: z.coerce.number() })

/** When the newest sale was that a connection has mirrored, by the service's clock; null: none was. */
export async function findNewestSale(sql: Sql, connectionId: string): Promise<Date | null> {
  const [row] = await sql(
    z.object({ sold_at: z.date().nullable() }),
    "SELECT max(sold_at) AS sold_at FROM pos_receipt WHERE connection_id = ? AND deleted_at IS NULL",
    [connectionId]
  )
  return row?.sold_at ?? null
}

/** What of the shop came of a connection, and stays: mirrored orders, and products that are linked. */
export async function countKept(sql: Sql, connectionId: string): Promise<z.infer<typeof keptSchema>> {
  const [kept] = await sql(
    keptSchema,
    `SELECT (SELECT count(DISTINCT order_id) FROM pos_receipt WHERE connection_id = ? AND order_id IS NOT NULL) AS orders,
            (SELECT count(*) FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL) AS products`,
    [connectionId, connectionId]
  )
  return kept ?? { orders: 0, products: 0 }
}

/** True while a pump works on something of the connection. */
export async function isBusy(sql: Sql, connectionId: string, now: Date): Promise<boolean> {
  const [row] = await sql(
    z.object({ busy: z.boolean() }),
    `SELECT EXISTS (SELECT 1 FROM pos_inbox_entry WHERE connection_id = ? AND state = 'pending' AND claimed_until > ?)
         OR EXISTS (SELECT 1 FROM pos_product_link WHERE connection_id = ? AND claimed_until > ?)
         OR EXISTS (SELECT 1 FROM pos_variant_link WHERE connection_id = ? AND stock_claimed_until > ?) AS busy`,
    [connectionId, now, connectionId, now, connectionId, now]
  )
  return row?.busy ?? false
}

import { z } from "zod"
import { writeHousekeeping } from "./database/housekeeping"
import { idRowSchema, type Sql } from "./database/sql"

/** Credentials of a connection: an API key or a sign-in. */
export type Credentials = { api_key_sealed: string | null; authorization_id: string | null }

/**
 * Marks a connection as disconnected because these credentials no longer work. Returns false when the connection has
 * other credentials by now or was already marked. Of several processes that notice it, only one therefore notifies the
 * admin.
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

/** Pauses the calls of a connection. A longer pause, which the POS has asked for, stays. */
export async function pauseCalls(sql: Sql, connectionId: string, until: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET circuit_open_until = greatest(circuit_open_until, ?), updated_at = now()
     WHERE id = ? AND deleted_at IS NULL RETURNING id`,
    [until, connectionId]
  )
}

/**
 * Records that receipts of sales before a moment are not all in the store, since the import of them was canceled.
 * Another import may then start with them; those that were imported already stay.
 * @param until ISO 8601
 */
export async function forgetUnread(sql: Sql, connectionId: string, until: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET updated_at = now(),
       receipts_since = CASE WHEN orders_since IS NULL THEN greatest(receipts_since, ?) ELSE receipts_since END,
       orders_since = CASE WHEN orders_since IS NOT NULL THEN greatest(orders_since, ?) END
     WHERE id = ? AND deleted_at IS NULL RETURNING id`,
    [until, until, connectionId]
  )
}

/** Tables whose rows belong to a connection, dependent tables first. */
const WIPED_TABLES = {
  // First: who marks the products of a run holds the run, then their links.
  runs: ["pos_run"],
  product_links: ["pos_expected_change", "pos_held_change", "pos_hold", "pos_product_part", "pos_product_link"],
  variant_links: ["pos_variant_link"],
  category_links: ["pos_category_link"],
  unlinked_products: ["pos_unlinked_product"],
  images: ["pos_image"],
  stock_movements: ["pos_stock_movement"],
  stock_differences: ["pos_stock_difference"],
  discrepancies: ["pos_discrepancy"],
  receipts: ["pos_receipt_payment", "pos_daily_sales_due", "pos_daily_sales", "pos_receipt"],
  gift_cards: ["pos_gift_card_transaction", "pos_gift_card"],
  account_transactions: ["pos_payout", "pos_account_transaction", "pos_account"],
  inbox_entries: ["pos_inbox_entry"],
} as const

/** Kinds of a connection's data, as a preview names them. */
export type WipedData = keyof typeof WIPED_TABLES | "plans"

const countsSchema = z.record(z.string(), z.coerce.number())

/** Counts the rows of each kind of data of a connection, in the table that gives the kind its name. */
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

/** Permanently deletes all data of a connection. The connection's own row stays, without secrets. */
export async function wipeData(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    "DELETE FROM pos_plan_entry WHERE plan_id IN (SELECT id FROM pos_plan WHERE connection_id = ?) RETURNING id",
    [connectionId]
  )
  for (const table of ["pos_plan", ...Object.values(WIPED_TABLES).flat()]) {
    await sql(z.unknown(), `DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
  }
  await sql(z.unknown(), "DELETE FROM pos_store_write WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_sync_attempt WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_progress_check WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_alert WHERE connection_id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_rate_budget WHERE starts_with(id, ?)", [`${connectionId}:`])
  await sql(z.unknown(), "DELETE FROM pos_webhook_rejection WHERE id = ?", [connectionId])
  await sql(z.unknown(), "DELETE FROM pos_recurring_job WHERE split_part(name, ':', 2) = ?", [connectionId])
}

const keptSchema = z.object({ orders: z.coerce.number(), products: z.coerce.number() })

/** Returns the time of sale of a connection's newest receipt, by the POS's clock; null when there is none. */
export async function findNewestSale(sql: Sql, connectionId: string): Promise<Date | null> {
  const [row] = await sql(
    z.object({ sold_at: z.date().nullable() }),
    "SELECT max(sold_at) AS sold_at FROM pos_receipt WHERE connection_id = ? AND deleted_at IS NULL",
    [connectionId]
  )
  return row?.sold_at ?? null
}

/** Counts the store's records that come from a connection and are kept: imported orders and linked products. */
export async function countKept(sql: Sql, connectionId: string): Promise<z.infer<typeof keptSchema>> {
  const [kept] = await sql(
    keptSchema,
    `SELECT (SELECT count(DISTINCT order_id) FROM pos_receipt WHERE connection_id = ? AND order_id IS NOT NULL) AS orders,
            (SELECT count(*) FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL) AS products`,
    [connectionId, connectionId]
  )
  return kept ?? { orders: 0, products: 0 }
}

/** Returns true while a worker processes something of the connection. */
export async function isBusy(sql: Sql, connectionId: string, now: Date): Promise<boolean> {
  const [row] = await sql(
    z.object({ busy: z.boolean() }),
    `SELECT EXISTS (SELECT 1 FROM pos_inbox_entry WHERE connection_id = ? AND state = 'pending' AND claimed_until > ?)
         OR EXISTS (SELECT 1 FROM pos_store_write WHERE connection_id = ? AND claimed_until > ?)
         OR EXISTS (SELECT 1 FROM pos_product_link WHERE connection_id = ? AND claimed_until > ?)
         OR EXISTS (SELECT 1 FROM pos_variant_link WHERE connection_id = ? AND stock_claimed_until > ?) AS busy`,
    [connectionId, now, connectionId, now, connectionId, now, connectionId, now]
  )
  return row?.busy ?? false
}

/**
 * Claims a subscription for one check, so that only one of several processes can create it again.
 * @param input.seconds how long one check is valid for all processes
 * @returns false when another process has just checked it
 */
export async function claimSubscriptionCheck(
  sql: Sql,
  input: { id: string; now: Date; seconds: number }
): Promise<boolean> {
  const checkedBefore = new Date(input.now.getTime() - input.seconds * 1_000)
  const written = await writeHousekeeping(
    sql,
    `UPDATE pos_subscription SET checked_at = ?
     WHERE id = ? AND deleted_at IS NULL AND (checked_at IS NULL OR checked_at < ?)`,
    [input.now, input.id, checkedBefore]
  )
  return written > 0
}

const sealedKeysSchema = z.object({
  connection_id: z.string(),
  organization_uuid: z.string(),
  signing_key_sealed: z.string().nullable(),
  previous_signing_key_sealed: z.string().nullable(),
})

/**
 * Reads the sealed signing keys of all subscriptions, and whose they are. A store has few of them and reads them
 * rarely.
 */
export async function readSealedKeys(sql: Sql): Promise<z.infer<typeof sealedKeysSchema>[]> {
  return sql(
    sealedKeysSchema,
    `SELECT subscription.connection_id, connection.organization_uuid, subscription.signing_key_sealed,
            subscription.previous_signing_key_sealed
     FROM pos_subscription AS subscription JOIN pos_connection AS connection ON connection.id = subscription.connection_id
     WHERE subscription.deleted_at IS NULL AND connection.deleted_at IS NULL`
  )
}

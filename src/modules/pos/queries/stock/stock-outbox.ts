import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"
import { endOpenMovements } from "./initial-matching"
import { FORGET_OBSERVED } from "./observed-levels"
import { stockLanes } from "./lanes"

/** Many links are locked in one order only, as everywhere: two statements that meet would else wait for each other. */
const marking = (locked: string) =>
  `WITH locked AS MATERIALIZED (${locked} ORDER BY link.id FOR UPDATE OF link)
   UPDATE pos_variant_link AS link
   SET stock_revision = stock_revision + 1, stock_attempts = 0, stock_next_attempt_at = NULL, updated_at = now()
   FROM locked WHERE link.id = locked.id
   RETURNING link.connection_id`

const markedSchema = z.object({ connection_id: z.string() })

/** OFFSET 0: a join would begin with the connection, and read all of its links. */
const TWO_WAY = `EXISTS (
  SELECT 1 FROM pos_connection AS connection WHERE connection.id = link.connection_id
    AND connection.stock_policy = 'two-way' AND connection.deleted_at IS NULL OFFSET 0)`

/** Makes the stock of linked variants due in every two-way connection. Returns the connections concerned. */
export async function markStockDue(sql: Sql, variantIds: string[]): Promise<string[]> {
  const rows = await sql(
    markedSchema,
    marking(`SELECT link.id FROM pos_variant_link AS link
             WHERE link.variant_id = ANY(?) AND link.deleted_at IS NULL AND ${TWO_WAY}`),
    [variantIds]
  )
  return [...new Set(rows.map((row) => row.connection_id))]
}

/** A product's own safety buffer may have changed: its tracked stock is due in every two-way connection. */
export async function markStockOfProductsDue(sql: Sql, productIds: string[]): Promise<void> {
  await sql(
    markedSchema,
    marking(`SELECT link.id FROM pos_variant_link AS link
             WHERE link.product_link_id = ANY(ARRAY(
               SELECT product.id FROM pos_product_link AS product
               WHERE product.product_id = ANY(?) AND product.deleted_at IS NULL))
               AND link.tracked AND link.deleted_at IS NULL AND ${TWO_WAY}`),
    [productIds]
  )
}

/** Makes the stock of all linked variants of a connection due. */
export async function markAllStockDue(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    markedSchema,
    marking("SELECT link.id FROM pos_variant_link AS link WHERE link.connection_id = ? AND link.deleted_at IS NULL"),
    [connectionId]
  )
}

/**
 * The POS has switched the tracking of a product on or off; what it has already changes nothing. Switched off, the ledger
 * ends, with movements whose answer was lost; switched on, the variants go through initial matching. In a transaction.
 */
export async function switchStock(sql: Sql, connectionId: string, productUuid: string, on: boolean): Promise<void> {
  const switched = await sql(
    idRowSchema,
    on
      ? `UPDATE pos_variant_link SET stock_off = false, stock_revision = stock_revision + 1, stock_error = NULL,
           stock_next_attempt_at = NULL, updated_at = now()
         WHERE (connection_id = ?) IS TRUE AND product_uuid = ? AND stock_off AND deleted_at IS NULL RETURNING id`
      : `UPDATE pos_variant_link SET stock_off = true, tracked = false, tracking_enabled_by_us = false, pos_balance = NULL,
           ${FORGET_OBSERVED}, updated_at = now(), stock_error = 'The POS has switched off the tracking of this product'
         WHERE (connection_id = ?) IS TRUE AND product_uuid = ? AND deleted_at IS NULL RETURNING id`,
    [connectionId, productUuid]
  )
  if (!on) {
    await endOpenMovements(
      sql,
      switched.map(({ id }) => id)
    )
  }
}

/** How the push of one variant's stock ended. */
export type StockPushResult =
  /** told; `reason` when the service refused to take it, and trying again would not help */
  | { id: string; revision: number; outcome: "sent"; reason: string | null }
  /** `waited`: its call had no turn yet, which is no attempt */
  | { id: string; revision: number; outcome: "retry"; reason: string; next_attempt_at: string; waited: boolean }
  /** its ledger has begun, or has to begin again: what follows is due now */
  | { id: string; revision: number; outcome: "met" }

/**
 * Records how stock pushes ended and ends their claims, in one statement. A claim that another process has taken over is
 * not touched: it will see by the ledger what was told.
 */
export async function recordStockPushes(sql: Sql, now: Date, token: string, results: StockPushResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH result AS (
       SELECT * FROM json_to_recordset(?::json)
         AS result(id text, revision int, outcome text, reason text, next_attempt_at timestamptz, waited boolean)),
     locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(ARRAY(SELECT id FROM result)) AND stock_claim_token = ?
       ORDER BY id FOR UPDATE)
     UPDATE pos_variant_link AS link SET
       stock_claimed_until = NULL, stock_claim_token = NULL, updated_at = ?,
       stock_error = result.reason,
       stock_next_attempt_at = result.next_attempt_at,
       stock_attempts = CASE WHEN result.outcome IN ('sent', 'met') THEN 0
                             WHEN result.waited THEN link.stock_attempts - 1 ELSE link.stock_attempts END,
       stock_pushed_revision = CASE WHEN result.outcome = 'sent' THEN result.revision ELSE link.stock_pushed_revision END
     FROM locked JOIN result ON result.id = locked.id
     WHERE link.id = locked.id
     RETURNING link.id`,
    [jsonText(results), token, now]
  )
}

const nextDueSchema = z.object({ next_attempt_at: z.coerce.date().nullable() })

/** When the earliest of a connection's stock that waits for another attempt may be told; null when none waits. */
export async function nextStockAttempt(sql: Sql, connectionId: string): Promise<Date | null> {
  const earliestIn = (lane: string) => `(
       SELECT min(greatest(stock_next_attempt_at, stock_claimed_until)) FROM pos_variant_link
       WHERE connection_id = ? AND ${lane} AND NOT stock_off AND deleted_at IS NULL)`
  const [row] = await sql(
    nextDueSchema,
    `SELECT least(${stockLanes.map(earliestIn).join(", ")}) AS next_attempt_at`,
    stockLanes.map(() => connectionId)
  )
  return row?.next_attempt_at ?? null
}

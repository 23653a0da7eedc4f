import { z } from "zod"
import type { RECEIPT_STATES } from "../../contract/receipts"
import { writeHousekeeping } from "../../modules/pos/database/housekeeping"
import { rawColumnSql } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { markingChanged } from "./daily-sales-store"

/** Finds the purchases that have no receipt yet. */
export async function findMissingReceipts(sql: Sql, connectionId: string, purchaseUuids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ purchase_uuid: z.string() }),
    `SELECT purchase_uuid FROM unnest(?::text[]) AS asked(purchase_uuid)
     WHERE NOT EXISTS (SELECT 1 FROM pos_receipt AS receipt WHERE (receipt.connection_id = ?) IS TRUE
       AND receipt.purchase_uuid = asked.purchase_uuid AND receipt.deleted_at IS NULL OFFSET 0)`,
    [purchaseUuids, connectionId]
  )
  return rows.map((row) => row.purchase_uuid)
}

const gapSchema = z.object({ from: z.coerce.number(), to: z.coerce.number(), after: z.date(), before: z.date() })

/** Receipt numbers missing between two receipts, with the times of those two. */
export type ReceiptGap = z.infer<typeof gapSchema>

const GAPS_AT_ONCE = 50

/**
 * Finds gaps in the receipt numbers of sales since a moment, by the number that counts over all registers. Why SQL: a
 * window function answers in one query instead of a listing of all receipts.
 */
export async function findReceiptGaps(sql: Sql, connectionId: string, since: Date): Promise<ReceiptGap[]> {
  return sql(
    gapSchema,
    `SELECT previous + 1 AS "from", number - 1 AS "to", least(previous_at, sold_at) AS after,
            greatest(previous_at, sold_at) AS before
     FROM (SELECT number, sold_at, lag(number) OVER in_order AS previous, lag(sold_at) OVER in_order AS previous_at
           FROM (SELECT coalesce((payload->>'globalPurchaseNumber')::numeric, purchase_number) AS number, sold_at
                 FROM pos_receipt
                 WHERE connection_id = ? AND sold_at >= ? AND deleted_at IS NULL) AS numbered
           WHERE number IS NOT NULL WINDOW in_order AS (ORDER BY number)) AS neighbours
     WHERE number - previous > 1 ORDER BY number LIMIT ?`,
    [connectionId, since, GAPS_AT_ONCE]
  )
}

/** Records when the purchases of a connection were last polled. */
export async function notePolled(sql: Sql, connectionId: string, now: Date): Promise<void> {
  await writeHousekeeping(sql, "UPDATE pos_connection SET purchases_polled_at = ?, updated_at = now() WHERE id = ?", [
    now,
    connectionId,
  ])
}

/** A receipt as it is stored; amounts in minor units. */
export type ReceiptRow = {
  id: string
  purchase_uuid: string
  purchase_number: number | null
  state: (typeof RECEIPT_STATES)[number]
  state_reason: string | null
  order_id: string | null
  order_mapping_version: number | null
  amount: number
  vat_amount: number | null
  vat_by_rate: unknown
  currency_code: string
  refund: boolean
  refunds_purchase_uuid: string | null
  cashier: string | null
  sold_at: Date
  payload: unknown
}

/**
 * Inserts new receipts and marks the daily sales of their days for an update.
 * @returns the UUIDs of the inserted purchases
 */
export async function insertReceipts(sql: Sql, connectionId: string, receipts: ReceiptRow[]): Promise<Set<string>> {
  const marking = markingChanged()
  const written = await sql(
    z.object({ purchase_uuid: z.string() }),
    `WITH changed_receipts AS (
     INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, state_reason, order_id,
       order_mapping_version, amount, raw_amount, vat_amount, raw_vat_amount, vat_by_rate, currency_code, refund, refunds_purchase_uuid, cashier, sold_at, payload)
     SELECT row.id, ?, row.purchase_uuid, row.purchase_number, row.state, row.state_reason, row.order_id,
       row.order_mapping_version, row.amount,
       ${rawColumnSql("row.amount")}, row.vat_amount, ${rawColumnSql("row.vat_amount")},
       row.vat_by_rate, row.currency_code, row.refund, row.refunds_purchase_uuid, row.cashier, row.sold_at, row.payload
     FROM json_to_recordset(?::json) AS row(id text, purchase_uuid text, purchase_number int, state text,
       state_reason text, order_id text, order_mapping_version int, amount numeric, vat_amount numeric, vat_by_rate jsonb, currency_code text, refund boolean,
       refunds_purchase_uuid text, cashier text, sold_at timestamptz, payload jsonb)
     ON CONFLICT (connection_id, purchase_uuid) WHERE deleted_at IS NULL DO NOTHING
     RETURNING purchase_uuid, connection_id, sold_at
     ), marked AS (${marking.text})
     SELECT purchase_uuid FROM changed_receipts`,
    [connectionId, jsonText(receipts), ...marking.bindings]
  )
  return new Set(written.map((row) => row.purchase_uuid))
}

const importedSchema = z.object({ id: z.string(), order_id: z.string() })

/** A sale's receipt and its order. */
export type ImportedSale = z.output<typeof importedSchema>

/** Lists the sales that were written first; IDs ascend in the order of writing. */
export async function firstImported(sql: Sql, limit: number): Promise<ImportedSale[]> {
  return sql(
    importedSchema,
    "SELECT id, order_id FROM pos_receipt WHERE order_id IS NOT NULL AND NOT refund ORDER BY id LIMIT ?",
    [limit]
  )
}

/** Lists the sales that were written last before another; null: the last of all. */
export async function importedBefore(sql: Sql, before: string | null, limit: number): Promise<ImportedSale[]> {
  return sql(
    importedSchema,
    `SELECT id, order_id FROM pos_receipt WHERE (?::text IS NULL OR id < ?) AND order_id IS NOT NULL AND NOT refund
     ORDER BY id DESC LIMIT ?`,
    [before, before, limit]
  )
}

/** Sets the rewritten order of a sale's receipt; its refunds wait to be applied to that order. */
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

import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn, rawOf } from "../../database/big-number"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"
import { markingChanged } from "../sales/marks"

const sumSchema = z.object({ day: z.string(), count: z.coerce.number(), amount: minorUnitsColumn })

/** Receipts by the day of a time zone (`YYYY-MM-DD`), of a period; `amount` in minor units, refunds subtracted. */
export async function sumReceiptsByDay(
  sql: Sql,
  period: { connectionId: string; timeZone: string; from: Date; until: Date }
): Promise<z.infer<typeof sumSchema>[]> {
  return sql(
    sumSchema,
    `SELECT to_char(sold_at AT TIME ZONE ?, 'YYYY-MM-DD') AS day, count(*) AS count, sum(amount) AS amount
     FROM pos_receipt WHERE connection_id = ? AND sold_at >= ? AND sold_at < ? AND deleted_at IS NULL GROUP BY 1`,
    [period.timeZone, period.connectionId, period.from, period.until]
  )
}

const amountSchema = z.object({ purchase_uuid: z.string(), amount: minorUnitsColumn })

/** What the receipts of purchases come to; those that have none are left out. */
export async function readReceiptAmounts(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[]
): Promise<Map<string, number>> {
  const rows = await sql(
    amountSchema,
    `SELECT purchase_uuid, amount FROM pos_receipt
     WHERE connection_id = ? AND purchase_uuid = ANY(?) AND deleted_at IS NULL`,
    [connectionId, purchaseUuids]
  )
  return new Map(rows.map(({ purchase_uuid, amount }) => [purchase_uuid, amount]))
}

/** A receipt as the service has it. */
export type CorrectedReceipt = { purchase_uuid: string; amount: number; payload: unknown }

/** Gives receipts the figures that the service has of them; their tax by rate and their days' figures are reckoned anew. */
export async function correctReceipts(sql: Sql, connectionId: string, receipts: CorrectedReceipt[]): Promise<void> {
  const marking = markingChanged()
  await sql(
    z.unknown(),
    `WITH changed_receipts AS (
     UPDATE pos_receipt AS receipt SET amount = row.amount, raw_amount = ${rawOf("row.amount")}, payload = row.payload,
       vat_amount = NULL, raw_vat_amount = NULL, vat_by_rate = NULL, updated_at = now()
     FROM json_to_recordset(?::json) AS row(purchase_uuid text, amount numeric, payload jsonb)
     WHERE receipt.connection_id = ? AND receipt.purchase_uuid = row.purchase_uuid AND receipt.deleted_at IS NULL
     RETURNING receipt.connection_id, receipt.sold_at
     ) ${marking.text}`,
    [jsonText(receipts), connectionId, ...marking.bindings]
  )
}

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { minorUnitsColumn, nullableMinorUnitsColumn, rawOf } from "../../database/big-number"
import { type ExportPeriod, within } from "./export-queries"
import type { Sql } from "../../database/sql"

const withoutVatSchema = z.object({
  id: z.string(),
  amount: minorUnitsColumn,
  vat_amount: nullableMinorUnitsColumn,
  payload: z.unknown(),
})

/** A receipt whose VAT by rate is not reckoned yet: one that was written before there was such a column. */
export type ReceiptWithoutVat = z.output<typeof withoutVatSchema>

/** The next such receipts, the oldest first; `period`: only those of its days. */
export async function findReceiptsWithoutVat(
  sql: Sql,
  where: { connectionId: string; period?: ExportPeriod | undefined; limit: number }
): Promise<ReceiptWithoutVat[]> {
  const sold = where.period ? within("sold_at", where.period) : { text: "true", bindings: [] }
  return sql(
    withoutVatSchema,
    `SELECT id, amount, vat_amount, payload FROM pos_receipt
     WHERE connection_id = ? AND ${sold.text} AND vat_by_rate IS NULL AND deleted_at IS NULL
     ORDER BY sold_at, id LIMIT ?`,
    [where.connectionId, ...sold.bindings, where.limit]
  )
}

/** What was reckoned for a receipt, in minor units. */
export type ReckonedVat = { id: string; vat_by_rate: object[]; vat_amount: number }

/** Keeps it, with the receipt's VAT where the service did not tell it. */
export async function keepReceiptVat(sql: Sql, reckoned: ReckonedVat[]): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_receipt AS receipt SET vat_by_rate = row.vat_by_rate,
       vat_amount = coalesce(receipt.vat_amount, row.vat_amount),
       raw_vat_amount = coalesce(receipt.raw_vat_amount, ${rawOf("row.vat_amount")})
     FROM json_to_recordset(?::json) AS row(id text, vat_by_rate jsonb, vat_amount numeric)
     WHERE receipt.id = row.id`,
    [jsonText(reckoned)]
  )
}

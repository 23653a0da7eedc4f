import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"

const relatedSchema = z.object({
  id: z.string(),
  purchase_number: z.number().nullable(),
  amount: z.coerce.number(),
  sold_at: z.date(),
  refund: z.boolean(),
})

export type RelatedReceipt = z.infer<typeof relatedSchema>

/** The refunds of a receipt and, for a refund, the receipt it gives back, the earliest first. */
export async function readRelatedReceipts(
  sql: Sql,
  receipt: { connection_id: string; purchase_uuid: string; refunds_purchase_uuid: string | null }
): Promise<RelatedReceipt[]> {
  return sql(
    relatedSchema,
    `SELECT id, purchase_number, amount, sold_at, refund FROM pos_receipt
     WHERE (connection_id = ?) IS TRUE AND refunds_purchase_uuid = ? AND deleted_at IS NULL
     UNION SELECT id, purchase_number, amount, sold_at, refund FROM pos_receipt
     WHERE (connection_id = ?) IS TRUE AND purchase_uuid = ? AND deleted_at IS NULL
     ORDER BY sold_at, id`,
    [receipt.connection_id, receipt.purchase_uuid, receipt.connection_id, receipt.refunds_purchase_uuid]
  )
}

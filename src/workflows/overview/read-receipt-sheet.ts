import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/database/sql"
import { purchaseSchema } from "../../pos-api/contract"
import { type ReceiptSheet, toReceiptSheet } from "../../translate/receipt-sheet"

const relatedSchema = z.object({
  id: z.string(),
  purchase_number: z.number().nullable(),
  amount: z.coerce.number(),
  sold_at: z.date(),
  refund: z.boolean(),
})

export type RelatedReceipt = z.infer<typeof relatedSchema>

/** The receipt as printed; null when what the service sent can no longer be read as a purchase. */
export function sheetOf(payload: unknown): ReceiptSheet | null {
  const purchase = purchaseSchema.safeParse(payload)
  return purchase.success ? toReceiptSheet(purchase.data) : null
}

/** The refunds of a receipt and, for a refund, the receipt it gives back, the earliest first. */
export async function readRelatedReceipts(
  knex: Knex,
  receipt: { connection_id: string; purchase_uuid: string; refunds_purchase_uuid: string | null }
): Promise<RelatedReceipt[]> {
  return sqlOn(knex)(
    relatedSchema,
    `SELECT id, purchase_number, amount, sold_at, refund FROM pos_receipt
     WHERE connection_id = ? AND (refunds_purchase_uuid = ? OR purchase_uuid = ?) AND deleted_at IS NULL
     ORDER BY sold_at, id`,
    [receipt.connection_id, receipt.purchase_uuid, receipt.refunds_purchase_uuid]
  )
}

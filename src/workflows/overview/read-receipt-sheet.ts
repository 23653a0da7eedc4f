import { purchaseSchema } from "../../pos-api/contract"
import { type ReceiptSheet, toReceiptSheet } from "../../translate/receipt-sheet"

/** The receipt as printed; null when what the service sent can no longer be read as a purchase. */
export function sheetOf(payload: unknown): ReceiptSheet | null {
  const purchase = purchaseSchema.safeParse(payload)
  return purchase.success ? toReceiptSheet(purchase.data) : null
}

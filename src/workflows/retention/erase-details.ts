import { eraseOrderDetails } from "../../medusa-tables/orders/erase-order-details"
import type { Sql } from "../../modules/pos/database/sql"
import {
  type DetailedReceipt,
  type ErasedReceipt,
  writeErasedReceipts,
} from "../../modules/pos/queries/retention/receipt-details"
import { purchaseForBooksSchema } from "../../pos-api/contract"

/**
 * Erases what receipts and their orders tell of persons, cards, devices and places. What the books need stays; of a
 * payload that can no longer be read nothing does, since its figures are columns of the receipt.
 */
export async function eraseDetails(sql: Sql, now: Date, receipts: DetailedReceipt[]): Promise<void> {
  const erased = receipts.map(({ id, payload }): ErasedReceipt => {
    const purchase = purchaseForBooksSchema.safeParse(payload)
    return { id, payload: purchase.success ? purchase.data : {} }
  })
  await writeErasedReceipts(sql, now, erased)
  await eraseOrderDetails(
    sql,
    receipts.flatMap(({ order_id }) => order_id ?? [])
  )
}

import { eraseOrderDetails } from "../../medusa-tables/orders/erase-order-details"
import { findOrdersOfPurchases } from "../../medusa-tables/orders/pos-orders"
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
  await eraseOrders(sql, receipts)
}

/** Erases the orders of receipts alone: all that were ever written of their sales, deleted ones too. */
export async function eraseOrders(sql: Sql, receipts: DetailedReceipt[]): Promise<void> {
  const uuids = receipts.flatMap(({ purchase_uuid, refunds_purchase_uuid }) => [
    purchase_uuid,
    ...(refunds_purchase_uuid === null ? [] : [refunds_purchase_uuid]),
  ])
  const written = await findOrdersOfPurchases(sql, uuids)
  const present = receipts.flatMap(({ order_id }) => order_id ?? [])
  await eraseOrderDetails(sql, [...new Set([...written, ...present])])
}

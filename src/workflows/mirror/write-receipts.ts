import { entityId } from "../../modules/pos/entity-id"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { insertAnnouncement } from "../../modules/pos/queries/receipts/announcements"
import type { Sql } from "../../modules/pos/database/sql"
import { insertReceipts, type ReceiptRow } from "../../modules/pos/queries/receipts/receipts"
import type { Purchase } from "../../pos-api/contract"
import { ORDER_MAPPING_VERSION } from "../../translate/order-mapping-version"
import { cashierOf, soldAt, toReceiptOrder } from "../../translate/receipt"
import { isRefund, refundedSaleOf } from "../../translate/refund"
import { taxOf, vatByRate } from "../../translate/vat-by-rate"
import { findLinkedVariants } from "../../medusa-tables/catalogue/find-linked-variants"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { orderEventsOf } from "./order-events"
import { type OrderPlace, toOrderRows } from "../../medusa-tables/orders/order-rows"
import { knownOrderProviders } from "./known-providers"
import { writeRefunds } from "./write-refunds"

type NewReceipt = { purchase: Purchase; orderId: string | null }

/** Where receipts belong, and what of them is told to whom. */
export type MirroringConnection = OrderPlace & {
  id: string
  mirror_settings: unknown
  stock_since: Date | null
  created_at: Date
}

/**
 * Writes receipts and the orders that mirror them, each purchase once; a refund changes the order of its sale, and one
 * that comes before its sale stays pending until that is written. The events of these orders are stored with them.
 *
 * Why SQL across modules: receipt, order, payment and fulfilment must appear together or not at all, whatever crashes
 * when, and the chain of workflows that Medusa documents takes half a second a receipt. In a transaction.
 * @returns how many events wait to be told
 */
export async function writeReceipts(sql: Sql, connection: MirroringConnection, purchases: Purchase[]): Promise<number> {
  const distinct = [...new Map(purchases.map((purchase) => [purchase.purchaseUUID1, purchase])).values()]
  const receipts = distinct.map((purchase) => ({
    purchase,
    orderId: isRefund(purchase) ? null : entityId("order"),
  }))
  const fresh = await insertReceipts(sql, connection.id, receipts.map(toReceiptRow))
  const orders = receipts.flatMap(({ purchase, orderId }) =>
    orderId !== null && fresh.has(purchase.purchaseUUID1) ? [{ orderId, receipt: toReceiptOrder(purchase) }] : []
  )
  const lines = orders.flatMap((order) => order.receipt.lines)
  const variantOf = await findLinkedVariants(sql, connection.id, lines)
  const mirrored = orders.map((order) => ({ ...order, variants: order.receipt.lines.map(variantOf) }))
  const orderRows = toOrderRows(mirrored, connection, await knownOrderProviders(sql))
  await insertRows(sql, orderRows)
  // Not only of those that are new: two workers that write a sale and its refund at once do not see each other's.
  const purchaseUuids = receipts.map(({ purchase }) => purchase.purchaseUUID1)
  const refundRows = await writeRefunds(sql, connection, purchaseUuids)
  const wanted = {
    choice: mirrorSettingsOf(connection).order_events,
    since: connection.stock_since ?? connection.created_at,
  }
  const events = [orderRows, ...refundRows].flatMap((rows) => orderEventsOf(rows, wanted))
  if (events.length > 0) {
    await insertAnnouncement(sql, entityId("posann"), events)
  }
  return events.length
}

function toReceiptRow({ purchase, orderId }: NewReceipt): ReceiptRow {
  const figures = vatByRate(purchase)
  return {
    id: entityId("posrec"),
    purchase_uuid: purchase.purchaseUUID1,
    purchase_number: purchase.purchaseNumber ?? null,
    state: orderId === null ? "pending" : "mirrored",
    state_reason: orderId === null ? "Waits for the sale that it refunds" : null,
    order_id: orderId,
    order_mapping_version: orderId === null ? null : ORDER_MAPPING_VERSION,
    amount: purchase.amount,
    vat_amount: taxOf(figures),
    vat_by_rate: figures,
    currency_code: purchase.currency.toLowerCase(),
    refund: isRefund(purchase),
    refunds_purchase_uuid: refundedSaleOf(purchase),
    cashier: cashierOf(purchase),
    sold_at: soldAt(purchase),
    payload: purchase,
  }
}

import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { entityId } from "../../modules/pos/entity-id"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { insertAnnouncement } from "../../modules/pos/queries/receipts/announcements"
import { sqlOn } from "../../modules/pos/database/sql"
import type { Purchase } from "../../pos-api/contract"
import { cashierOf, soldAt, toReceiptOrder } from "../../translate/receipt"
import { isRefund, refundedSaleOf } from "../../translate/refund"
import { taxOf, vatByRate } from "../../translate/vat-by-rate"
import { findLinkedVariants } from "../../medusa-tables/catalogue/find-linked-variants"
import { insertRows } from "../../medusa-tables/orders/insert-rows"
import { orderEventsOf } from "./order-events"
import { type OrderPlace, toOrderRows } from "../../medusa-tables/orders/order-rows"
import { writeRefunds } from "./write-refunds"

const writtenSchema = z.object({ purchase_uuid: z.string(), order_id: z.string().nullable() })

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
 * when, and the chain of workflows that Medusa documents takes half a second a receipt.
 * @returns how many events wait to be told
 */
export async function writeReceipts(
  knex: Knex,
  connection: MirroringConnection,
  purchases: Purchase[]
): Promise<number> {
  const distinct = [...new Map(purchases.map((purchase) => [purchase.purchaseUUID1, purchase])).values()]
  const receipts = distinct.map((purchase) => ({
    purchase,
    orderId: isRefund(purchase) ? null : entityId("order"),
  }))
  return knex.transaction(async (transaction) => {
    const fresh = await insertReceipts(transaction, connection.id, receipts)
    const orders = receipts.flatMap(({ purchase, orderId }) =>
      orderId !== null && fresh.has(purchase.purchaseUUID1) ? [{ orderId, receipt: toReceiptOrder(purchase) }] : []
    )
    const lines = orders.flatMap((order) => order.receipt.lines)
    const variantOf = await findLinkedVariants(transaction, connection.id, lines)
    const mirrored = orders.map((order) => ({ ...order, variants: order.receipt.lines.map(variantOf) }))
    const orderRows = toOrderRows(mirrored, connection)
    await insertRows(transaction, orderRows)
    // Not only of those that are new: two workers that write a sale and its refund at once do not see each other's.
    const refundRows = await writeRefunds(
      transaction,
      connection,
      receipts.map(({ purchase }) => purchase.purchaseUUID1)
    )
    const wanted = {
      choice: mirrorSettingsOf(connection).order_events,
      since: connection.stock_since ?? connection.created_at,
    }
    const events = [orderRows, ...refundRows].flatMap((rows) => orderEventsOf(rows, wanted))
    if (events.length > 0) {
      await insertAnnouncement(sqlOn(transaction), entityId("posann"), events)
    }
    return events.length
  })
}

/** Stores receipts that are new. Returns their purchases' UUIDs. */
async function insertReceipts(transaction: Knex.Transaction, connectionId: string, receipts: NewReceipt[]) {
  const written = await sqlOn(transaction)(
    writtenSchema,
    `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, state_reason, order_id, amount,
       raw_amount, vat_amount, raw_vat_amount, vat_by_rate, currency_code, refund, refunds_purchase_uuid, cashier, sold_at, payload)
     SELECT row.id, ?, row.purchase_uuid, row.purchase_number, row.state, row.state_reason, row.order_id, row.amount,
       jsonb_build_object('value', row.amount::text, 'precision', 20), row.vat_amount,
       jsonb_build_object('value', row.vat_amount::text, 'precision', 20),
       row.vat_by_rate, row.currency_code, row.refund, row.refunds_purchase_uuid, row.cashier, row.sold_at, row.payload
     FROM json_to_recordset(?::json) AS row(id text, purchase_uuid text, purchase_number int, state text,
       state_reason text, order_id text, amount numeric, vat_amount numeric, vat_by_rate jsonb, currency_code text, refund boolean,
       refunds_purchase_uuid text, cashier text, sold_at timestamptz, payload jsonb)
     ON CONFLICT (connection_id, purchase_uuid) WHERE deleted_at IS NULL DO NOTHING
     RETURNING purchase_uuid, order_id`,
    [connectionId, JSON.stringify(receipts.map(toReceiptRow))]
  )
  return new Set(written.map((row) => row.purchase_uuid))
}

function toReceiptRow({ purchase, orderId }: NewReceipt) {
  const figures = vatByRate(purchase)
  return {
    id: entityId("posrec"),
    purchase_uuid: purchase.purchaseUUID1,
    purchase_number: purchase.purchaseNumber ?? null,
    state: orderId === null ? "pending" : "mirrored",
    state_reason: orderId === null ? "Waits for the sale that it refunds" : null,
    order_id: orderId,
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

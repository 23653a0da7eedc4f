import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { sqlOn } from "../../modules/pos/queries/sql"
import type { Purchase } from "../../pos-api/contract"
import { cashierOf, soldAt, toReceiptOrder } from "../../translate/receipt"
import { findLinkedVariants } from "./find-linked-variants"
import { type OrderPlace, toOrderRows } from "./order-rows"

const writtenSchema = z.object({ purchase_uuid: z.string(), order_id: z.string().nullable() })

const REFUND_RECORDED = "A refund is kept as a receipt; the original's order is not changed."

/** The bind limit of one PostgreSQL statement is 65,535; the widest of these rows has under 30 columns. */
const ROWS_PER_INSERT = 1_000

/**
 * Writes receipts and the orders that mirror them, each purchase once. Returns the ids of new orders.
 *
 * Why SQL across modules: receipt, order, payment and fulfilment must appear together or not at all, whatever crashes
 * when, and the chain of workflows that Medusa documents takes half a second a receipt.
 */
export async function writeReceipts(
  knex: Knex,
  connection: OrderPlace & { id: string },
  purchases: Purchase[]
): Promise<string[]> {
  const distinct = [...new Map(purchases.map((purchase) => [purchase.purchaseUUID1, purchase])).values()]
  const receipts = distinct.map((purchase) => ({
    purchase,
    orderId: purchase.refund ? null : generateEntityId("", "order"),
  }))
  return knex.transaction(async (transaction) => {
    const written = await sqlOn(transaction)(
      writtenSchema,
      `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, state_reason, order_id, amount,
         raw_amount, vat_amount, raw_vat_amount, currency_code, refund, refunds_purchase_uuid, cashier, sold_at, payload)
       SELECT row.id, ?, row.purchase_uuid, row.purchase_number, row.state, row.state_reason, row.order_id, row.amount,
         jsonb_build_object('value', row.amount::text, 'precision', 20), row.vat_amount,
         CASE WHEN row.vat_amount IS NULL THEN NULL
              ELSE jsonb_build_object('value', row.vat_amount::text, 'precision', 20) END,
         row.currency_code, row.refund, row.refunds_purchase_uuid, row.cashier, row.sold_at, row.payload
       FROM json_to_recordset(?::json) AS row(id text, purchase_uuid text, purchase_number int, state text,
         state_reason text, order_id text, amount numeric, vat_amount numeric, currency_code text, refund boolean,
         refunds_purchase_uuid text, cashier text, sold_at timestamptz, payload jsonb)
       ON CONFLICT (connection_id, purchase_uuid) WHERE deleted_at IS NULL DO NOTHING
       RETURNING purchase_uuid, order_id`,
      [connection.id, JSON.stringify(receipts.map(toReceiptRow))]
    )
    const fresh = new Set(written.flatMap((row) => (row.order_id === null ? [] : [row.purchase_uuid])))
    const orders = receipts.flatMap(({ purchase, orderId }) =>
      orderId !== null && fresh.has(purchase.purchaseUUID1) ? [{ orderId, receipt: toReceiptOrder(purchase) }] : []
    )
    const lines = orders.flatMap((order) => order.receipt.lines)
    const variantOf = await findLinkedVariants(transaction, connection.id, lines)
    const mirrored = orders.map((order) => ({ ...order, variants: order.receipt.lines.map(variantOf) }))
    for (const [table, rows] of toOrderRows(mirrored, connection)) {
      await transaction.batchInsert(table, rows, ROWS_PER_INSERT)
    }
    return orders.map((order) => order.orderId)
  })
}

function toReceiptRow({ purchase, orderId }: { purchase: Purchase; orderId: string | null }) {
  return {
    id: generateEntityId("", "posrec"),
    purchase_uuid: purchase.purchaseUUID1,
    purchase_number: purchase.purchaseNumber ?? null,
    state: orderId === null ? "recorded" : "mirrored",
    state_reason: orderId === null ? REFUND_RECORDED : null,
    order_id: orderId,
    amount: purchase.amount,
    vat_amount: purchase.vatAmount ?? null,
    currency_code: purchase.currency.toLowerCase(),
    refund: purchase.refund ?? false,
    refunds_purchase_uuid: purchase.refundsPurchaseUUID1 ?? null,
    cashier: cashierOf(purchase),
    sold_at: soldAt(purchase),
    payload: purchase,
  }
}

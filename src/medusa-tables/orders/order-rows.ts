import { BigNumber } from "bignumber.js"
import { entityId } from "../../modules/pos/entity-id"
import type { ReceiptOrder } from "../../translate/receipt-order"
import { collectRows, type TableRows } from "./collect-rows"
import type { LinkedVariant } from "../catalogue/find-linked-variants"
import { addSoldLine } from "./order-line-rows"
import { addPayments } from "./order-payment-rows"
import type { OrderProviders } from "./order-providers"
import { type AddRow, moments } from "./row-values"
import { summaryTotals } from "./summary-totals"

/** Where the mirrored orders of a connection belong. */
export type OrderPlace = { region_id: string; sales_channel_id: string; stock_location_id: string }

export type MirroredOrder = { orderId: string; receipt: ReceiptOrder; variants: (LinkedVariant | null)[] }

/**
 * Everything that Medusa writes for an order that was placed, paid, fulfilled, delivered and completed, as rows. It is
 * what its documented chain of workflows leaves behind (an integration test compares the two), without the chain's
 * intermediate versions: a sale over the counter has no history of changes.
 */
export function toOrderRows(orders: MirroredOrder[], place: OrderPlace, providers: OrderProviders): TableRows {
  const { add, rows } = collectRows(INSERT_ORDER)
  for (const order of orders) {
    addOrder(add, order, place)
    const fulfillmentId = addFulfillment(add, order, place, providers)
    order.receipt.lines.forEach((line, index) => {
      addSoldLine(add, order, line, order.variants[index] ?? null, { fulfillmentId, position: index })
    })
    addPayments(add, order, providers)
  }
  return rows()
}

const INSERT_ORDER = [
  "order",
  "order_summary",
  "order_line_item",
  "order_item",
  "order_line_item_tax_line",
  "order_line_item_adjustment",
  "payment_collection",
  "order_payment_collection",
  "payment_session",
  "payment",
  "capture",
  "order_transaction",
  "fulfillment",
  "order_fulfillment",
  "fulfillment_item",
]

function addOrder(add: AddRow, { orderId, receipt }: MirroredOrder, place: OrderPlace): void {
  const paid = receipt.payments.reduce((sum, payment) => sum.plus(payment.amount), new BigNumber(0))
  add("order", {
    id: orderId,
    region_id: place.region_id,
    sales_channel_id: place.sales_channel_id,
    currency_code: receipt.currencyCode,
    version: 1,
    status: "completed",
    is_draft_order: false,
    no_notification: true,
    metadata: {
      pos_purchase_uuid: receipt.purchaseUuid,
      pos_receipt_number: receipt.receiptNumber,
      pos_global_receipt_number: receipt.globalReceiptNumber,
      pos_source: receipt.source,
      pos_cashier: receipt.cashier,
    },
    ...moments(receipt),
  })
  const total = new BigNumber(receipt.total)
  add("order_summary", {
    id: entityId("ordsum"),
    order_id: orderId,
    version: 1,
    totals: summaryTotals({
      paid_total: paid,
      refunded_total: new BigNumber(0),
      accounting_total: total,
      credit_line_total: new BigNumber(0),
      transaction_total: paid,
      pending_difference: total.minus(paid),
      current_order_total: total,
      original_order_total: total,
    }),
    ...moments(receipt),
  })
}

/** Handed over at the counter: packed and delivered when it was sold. */
function addFulfillment(
  add: AddRow,
  { orderId, receipt }: MirroredOrder,
  place: OrderPlace,
  providers: OrderProviders
): string {
  const id = entityId("ful")
  add("fulfillment", {
    id,
    location_id: place.stock_location_id,
    provider_id: providers.fulfillment,
    packed_at: receipt.soldAt,
    delivered_at: receipt.soldAt,
    requires_shipping: false,
    data: {},
    ...moments(receipt),
  })
  add("order_fulfillment", { id: entityId("ordful"), order_id: orderId, fulfillment_id: id })
  return id
}

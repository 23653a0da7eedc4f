import { generateEntityId } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import type {
  ReceiptAdjustment,
  ReceiptLine,
  ReceiptOrder,
  ReceiptPayment,
  ReceiptTax,
} from "../../translate/receipt-order"
import type { LinkedVariant } from "./find-linked-variants"

/** Rows by table, in an order that foreign keys allow. */
export type OrderRows = [table: string, rows: Record<string, unknown>[]][]

/** Where the mirrored orders of a connection belong. */
export type OrderPlace = { region_id: string; sales_channel_id: string; stock_location_id: string }

export type MirroredOrder = { orderId: string; receipt: ReceiptOrder; variants: (LinkedVariant | null)[] }

/** Medusa keeps a number twice: as numeric to sort by, and as text with its precision to reckon with. */
function bigNumber(field: string, value: BigNumber.Value): Record<string, unknown> {
  const text = new BigNumber(value).toFixed()
  return { [field]: text, [`raw_${field}`]: JSON.stringify({ value: text, precision: 20 }) }
}

const PAYMENT_PROVIDER = "pp_system_default"
const FULFILLMENT_PROVIDER = "manual_manual"

/**
 * Everything that Medusa writes for an order that was placed, paid, fulfilled, delivered and completed, as rows. It is
 * what its documented chain of workflows leaves behind (an integration test compares the two), without the chain's
 * intermediate versions: a sale over the counter has no history of changes.
 */
export function toOrderRows(orders: MirroredOrder[], place: OrderPlace): OrderRows {
  const tables = new Map<string, Record<string, unknown>[]>()
  const add = (table: string, row: Record<string, unknown>) => {
    tables.set(table, [...(tables.get(table) ?? []), row])
  }
  for (const order of orders) {
    addOrder(add, order, place)
    const fulfillmentId = addFulfillment(add, order, place)
    order.receipt.lines.forEach((line, index) => {
      addLine(add, order, line, order.variants[index] ?? null, fulfillmentId)
    })
    addPayments(add, order)
  }
  return INSERT_ORDER.flatMap((table): OrderRows => {
    const rows = tables.get(table)
    return rows ? [[table, rows]] : []
  })
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

type Add = (table: string, row: Record<string, unknown>) => void

const moments = (receipt: ReceiptOrder) => ({ created_at: receipt.soldAt, updated_at: receipt.soldAt })

function addOrder(add: Add, { orderId, receipt }: MirroredOrder, place: OrderPlace): void {
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
    metadata: JSON.stringify({
      pos_purchase_uuid: receipt.purchaseUuid,
      pos_receipt_number: receipt.receiptNumber,
      pos_cashier: receipt.cashier,
    }),
    ...moments(receipt),
  })
  const total = new BigNumber(receipt.total)
  add("order_summary", {
    id: generateEntityId("", "ordsum"),
    order_id: orderId,
    version: 1,
    totals: JSON.stringify(
      summaryTotals({
        paid_total: paid,
        refunded_total: new BigNumber(0),
        accounting_total: total,
        credit_line_total: new BigNumber(0),
        transaction_total: paid,
        pending_difference: total.minus(paid),
        current_order_total: total,
        original_order_total: total,
      })
    ),
    ...moments(receipt),
  })
}

function summaryTotals(totals: Record<string, BigNumber>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(totals).flatMap(([name, value]) => [
      [name, value.toNumber()],
      [`raw_${name}`, { value: value.toFixed(), precision: 20 }],
    ])
  )
}

function addLine(
  add: Add,
  { orderId, receipt }: MirroredOrder,
  line: ReceiptLine,
  variant: LinkedVariant | null,
  fulfillmentId: string
): void {
  const itemId = generateEntityId("", "ordli")
  add("order_line_item", {
    id: itemId,
    title: line.title,
    subtitle: line.variantTitle,
    thumbnail: variant?.thumbnail ?? null,
    variant_id: variant?.variant_id ?? null,
    product_id: variant?.product_id ?? null,
    product_title: variant?.product_title ?? line.title,
    product_handle: variant?.product_handle ?? null,
    product_description: variant?.product_description ?? null,
    variant_title: variant?.variant_title ?? line.variantTitle,
    variant_sku: variant?.sku ?? line.sku,
    variant_barcode: variant?.barcode ?? line.barcode,
    requires_shipping: false,
    is_discountable: true,
    is_giftcard: line.kind === "gift-card",
    is_custom_price: true,
    is_tax_inclusive: line.isTaxInclusive,
    ...bigNumber("unit_price", line.unitPrice),
    metadata: JSON.stringify({
      pos_kind: line.kind,
      pos_unit_name: line.unitName,
      pos_comment: line.comment,
      pos_gift_card_uuid: line.giftCardUuid,
    }),
    ...moments(receipt),
  })
  add("order_item", orderItem(orderId, itemId, line, receipt))
  line.taxes.forEach((tax) => add("order_line_item_tax_line", taxLine(itemId, tax, receipt)))
  line.adjustments.forEach((adjustment) =>
    add("order_line_item_adjustment", adjustmentRow(itemId, adjustment, receipt))
  )
  add("fulfillment_item", {
    id: generateEntityId("", "fulit"),
    fulfillment_id: fulfillmentId,
    line_item_id: itemId,
    inventory_item_id: variant?.inventory_item_id ?? null,
    title: line.title,
    sku: variant?.sku ?? line.sku ?? "",
    barcode: variant?.barcode ?? line.barcode ?? "",
    ...bigNumber("quantity", line.quantity),
    ...moments(receipt),
  })
}

function orderItem(orderId: string, itemId: string, line: ReceiptLine, receipt: ReceiptOrder): Record<string, unknown> {
  return {
    id: generateEntityId("", "orditem"),
    order_id: orderId,
    item_id: itemId,
    version: 1,
    ...bigNumber("quantity", line.quantity),
    ...bigNumber("unit_price", line.unitPrice),
    ...bigNumber("fulfilled_quantity", line.quantity),
    ...bigNumber("delivered_quantity", line.quantity),
    ...bigNumber("shipped_quantity", 0),
    ...bigNumber("written_off_quantity", 0),
    ...bigNumber("return_requested_quantity", 0),
    ...bigNumber("return_received_quantity", 0),
    ...bigNumber("return_dismissed_quantity", 0),
    metadata: "{}",
    ...moments(receipt),
  }
}

const taxLine = (itemId: string, tax: ReceiptTax, receipt: ReceiptOrder) => ({
  id: generateEntityId("", "ordlitxl"),
  item_id: itemId,
  code: tax.code,
  description: tax.description,
  ...bigNumber("rate", tax.rate),
  ...moments(receipt),
})

const adjustmentRow = (itemId: string, adjustment: ReceiptAdjustment, receipt: ReceiptOrder) => ({
  id: generateEntityId("", "ordliadj"),
  item_id: itemId,
  version: 1,
  code: adjustment.code,
  description: adjustment.description,
  is_tax_inclusive: true,
  ...bigNumber("amount", adjustment.amount),
  ...moments(receipt),
})

function addPayments(add: Add, { orderId, receipt }: MirroredOrder): void {
  const collectionId = generateEntityId("", "pay_col")
  const { currencyCode: currency_code, soldAt } = receipt
  add("payment_collection", {
    id: collectionId,
    currency_code,
    status: "completed",
    completed_at: soldAt,
    ...bigNumber("amount", receipt.total),
    ...bigNumber("authorized_amount", receipt.total),
    ...bigNumber("captured_amount", receipt.total),
    ...bigNumber("refunded_amount", 0),
    ...moments(receipt),
  })
  add("order_payment_collection", {
    id: generateEntityId("", "ordpay"),
    order_id: orderId,
    payment_collection_id: collectionId,
  })
  for (const payment of receipt.payments) {
    const sessionId = generateEntityId("", "payses")
    const paymentId = generateEntityId("", "pay")
    const captureId = generateEntityId("", "capt")
    const amount = bigNumber("amount", payment.amount)
    const shared = { provider_id: PAYMENT_PROVIDER, currency_code, payment_collection_id: collectionId, ...amount }
    add("payment_session", {
      id: sessionId,
      status: "authorized",
      authorized_at: soldAt,
      data: "{}",
      context: "{}",
      metadata: "{}",
      ...shared,
      ...moments(receipt),
    })
    add("payment", {
      id: paymentId,
      payment_session_id: sessionId,
      captured_at: soldAt,
      data: JSON.stringify(paymentData(payment)),
      ...shared,
      ...moments(receipt),
    })
    add("capture", { id: captureId, payment_id: paymentId, ...amount, ...moments(receipt) })
    add("order_transaction", {
      id: generateEntityId("", "ordtrx"),
      order_id: orderId,
      version: 1,
      currency_code,
      reference: "capture",
      reference_id: captureId,
      ...amount,
      ...moments(receipt),
    })
  }
}

const paymentData = (payment: ReceiptPayment) => ({
  pos_payment_uuid: payment.uuid,
  pos_payment_type: payment.type,
  pos_gratuity: payment.gratuity,
  pos_attributes: payment.attributes,
})

/** Handed over at the counter: packed and delivered when it was sold. */
function addFulfillment(add: Add, { orderId, receipt }: MirroredOrder, place: OrderPlace): string {
  const id = generateEntityId("", "ful")
  add("fulfillment", {
    id,
    location_id: place.stock_location_id,
    provider_id: FULFILLMENT_PROVIDER,
    packed_at: receipt.soldAt,
    delivered_at: receipt.soldAt,
    requires_shipping: false,
    data: "{}",
    ...moments(receipt),
  })
  add("order_fulfillment", { id: generateEntityId("", "ordful"), order_id: orderId, fulfillment_id: id })
  return id
}

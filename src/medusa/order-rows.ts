import { BigNumber } from "bignumber.js"
import type { CreateOrderDTO, CreateOrderLineItemDTO } from "@medusajs/framework/types"
import type {
  ReceiptAdjustment,
  ReceiptLine,
  ReceiptOrder,
  ReceiptPayment,
  ReceiptTax,
} from "../features/purchases/receipt-line-mapping"
import { entityId } from "../modules/pos/entity-id"
import type { LinkedVariant } from "./linked-variants"
import type { OrderProviders } from "./order-providers"
import { type AddRow, bigNumber, collectRows, moments, summaryTotals, type TableRows } from "./order-tables"

/** Region, sales channel and stock location of a connection's imported orders. */
export type OrderPlace = { region_id: string; sales_channel_id: string; stock_location_id: string }

export type ImportedOrder = {
  orderId: string
  receipt: ReceiptOrder
  variants: (LinkedVariant | null)[]
  /** from the store's option `generateCustomDisplayId` */
  customDisplayId?: string | null
}

/**
 * Builds all rows that Medusa writes for an order that was placed, paid, fulfilled, delivered and completed. They equal
 * the result of its documented chain of workflows (an integration test compares the two), without the intermediate
 * versions: a POS sale has no history of changes.
 * @throws NonFiniteAmountError when an amount is not finite
 */
export function toOrderRows(orders: ImportedOrder[], place: OrderPlace, providers: OrderProviders): TableRows {
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

/** The metadata of a POS order about its receipt. */
const orderMetadata = (receipt: ReceiptOrder) => ({
  pos_purchase_uuid: receipt.purchaseUuid,
  pos_receipt_number: receipt.receiptNumber,
  pos_global_receipt_number: receipt.globalReceiptNumber,
  pos_source: receipt.source,
  pos_cashier: receipt.cashier,
})

function addOrder(add: AddRow, order: ImportedOrder, place: OrderPlace): void {
  const { orderId, receipt, customDisplayId = null } = order
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
    metadata: orderMetadata(receipt),
    ...(customDisplayId === null ? {} : { custom_display_id: customDisplayId }),
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

/** The fulfillment at the register: packed and delivered at the time of sale. */
function addFulfillment(
  add: AddRow,
  { orderId, receipt }: ImportedOrder,
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

/** Position of a line: the order, its version, and the number of lines before it. */
export type LinePlace = { orderId: string; version: number; position: number }

type SoldAt = Pick<ReceiptOrder, "soldAt">

/** The rows of one line of a sale: the line, and its fulfillment. */
function addSoldLine(
  add: AddRow,
  { orderId, receipt }: { orderId: string; receipt: ReceiptOrder },
  line: ReceiptLine,
  variant: LinkedVariant | null,
  { fulfillmentId, position }: { fulfillmentId: string; position: number }
): void {
  const itemId = addLine(add, { orderId, version: 1, position }, receipt, line, variant)
  add("fulfillment_item", {
    id: entityId("fulit"),
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

/** The rows of a line: the line itself, its quantities, taxes and adjustments. @returns the line's ID */
export function addLine(
  add: AddRow,
  place: LinePlace,
  receipt: SoldAt,
  line: ReceiptLine,
  variant: LinkedVariant | null
): string {
  const itemId = entityId("ordli")
  const metadata = {
    pos_kind: line.kind,
    pos_position: place.position,
    pos_variant_uuid: line.variantUuid,
    pos_sku: line.sku,
    pos_unit_name: line.unitName,
    pos_comment: line.comment,
    pos_gift_card_uuid: line.giftCardUuid,
  }
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
    metadata,
    ...moments(receipt),
  })
  // Medusa shows the metadata of the version, not of the line.
  add("order_item", { ...orderItem(place, itemId, line, receipt), metadata })
  line.taxes.forEach((tax) => add("order_line_item_tax_line", taxLine(itemId, tax, receipt)))
  line.adjustments.forEach((adjustment) =>
    add("order_line_item_adjustment", adjustmentRow(itemId, place.version, adjustment, receipt))
  )
  return itemId
}

function orderItem(place: LinePlace, itemId: string, line: ReceiptLine, receipt: SoldAt): Record<string, unknown> {
  return {
    id: entityId("orditem"),
    order_id: place.orderId,
    item_id: itemId,
    version: place.version,
    ...bigNumber("quantity", line.quantity),
    ...bigNumber("unit_price", line.unitPrice),
    ...bigNumber("fulfilled_quantity", line.quantity),
    ...bigNumber("delivered_quantity", line.quantity),
    ...bigNumber("shipped_quantity", 0),
    ...bigNumber("written_off_quantity", 0),
    ...bigNumber("return_requested_quantity", 0),
    ...bigNumber("return_received_quantity", 0),
    ...bigNumber("return_dismissed_quantity", 0),
    ...moments(receipt),
  }
}

const taxLine = (itemId: string, tax: ReceiptTax, receipt: SoldAt) => ({
  id: entityId("ordlitxl"),
  item_id: itemId,
  code: tax.code,
  description: tax.description,
  ...bigNumber("rate", tax.rate),
  ...moments(receipt),
})

const adjustmentRow = (itemId: string, version: number, adjustment: ReceiptAdjustment, receipt: SoldAt) => ({
  id: entityId("ordliadj"),
  item_id: itemId,
  version,
  code: adjustment.code,
  description: adjustment.description,
  is_tax_inclusive: true,
  ...bigNumber("amount", adjustment.amount),
  ...moments(receipt),
})

/** The rows of the receipt's payments: one collection, and one captured payment for each. */
function addPayments(
  add: AddRow,
  { orderId, receipt }: { orderId: string; receipt: ReceiptOrder },
  providers: OrderProviders
): void {
  const collectionId = entityId("pay_col")
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
    id: entityId("ordpay"),
    order_id: orderId,
    payment_collection_id: collectionId,
  })
  for (const payment of receipt.payments) {
    const sessionId = entityId("payses")
    const paymentId = entityId("pay")
    const captureId = entityId("capt")
    const amount = bigNumber("amount", payment.amount)
    const provider_id = providers.payment(payment.type)
    const shared = { provider_id, currency_code, payment_collection_id: collectionId, ...amount }
    add("payment_session", {
      id: sessionId,
      status: "authorized",
      authorized_at: soldAt,
      data: {},
      context: {},
      metadata: {},
      ...shared,
      ...moments(receipt),
    })
    add("payment", {
      id: paymentId,
      payment_session_id: sessionId,
      captured_at: soldAt,
      data: paymentData(payment),
      ...shared,
      ...moments(receipt),
    })
    add("capture", { id: captureId, payment_id: paymentId, ...amount, ...moments(receipt) })
    add("order_transaction", {
      id: entityId("ordtrx"),
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

/** A POS order as Medusa's own workflow would pass it to its order module. */
export function toCreatedOrder({ receipt, variants }: ImportedOrder, place: OrderPlace): CreateOrderDTO {
  return {
    region_id: place.region_id,
    sales_channel_id: place.sales_channel_id,
    currency_code: receipt.currencyCode,
    status: "completed",
    no_notification: true,
    items: receipt.lines.map((line, index) => toCreatedLine(line, variants[index] ?? null)),
    metadata: orderMetadata(receipt),
  }
}

function toCreatedLine(line: ReceiptLine, variant: LinkedVariant | null): CreateOrderLineItemDTO {
  return {
    title: line.title,
    ...(line.variantTitle === null ? {} : { subtitle: line.variantTitle, variant_title: line.variantTitle }),
    ...(variant === null
      ? {}
      : { variant_id: variant.variant_id, product_id: variant.product_id, product_title: variant.product_title }),
    ...(line.sku === null ? {} : { variant_sku: line.sku }),
    quantity: Number(line.quantity),
    unit_price: line.unitPrice,
    requires_shipping: false,
    is_discountable: true,
    is_tax_inclusive: line.isTaxInclusive,
    tax_lines: line.taxes.map(({ code, rate, description }) => ({ code, rate: Number(rate), description })),
    adjustments: line.adjustments.map(({ code, amount, description }) => ({ code, amount, description })),
    metadata: { pos_kind: line.kind },
  }
}

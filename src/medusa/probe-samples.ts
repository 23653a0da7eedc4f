import type { TableRows } from "./order-tables"
import { orderProviders } from "./order-providers"
import { toOrderRows } from "./order-rows"
import type { ImportedOrderState } from "./orders"
import { toRefundRows } from "./refunds"
import type { ReceiptLine, ReceiptOrder } from "../features/purchases/receipt-line-mapping"
import type { LinkedVariant } from "./linked-variants"

const line: ReceiptLine = {
  kind: "product",
  productUuid: "p",
  variantUuid: "v",
  sku: "SKU",
  barcode: "1",
  giftCardUuid: null,
  title: "Tröja",
  variantTitle: "M",
  quantity: "2",
  unitName: null,
  unitPrice: "100",
  isTaxInclusive: true,
  taxes: [{ code: "25", rate: "25", description: "VAT" }],
  adjustments: [{ code: "DISCOUNT", amount: "20", description: "Discount" }],
  comment: null,
}

/** A sample receipt whose order has a row in every table that imports write to. It is never written. */
export const sampleReceipt: ReceiptOrder = {
  purchaseUuid: "probe",
  receiptNumber: 1,
  globalReceiptNumber: 1,
  source: "POS",
  soldAt: new Date(0),
  currencyCode: "sek",
  countryCode: "se",
  cashier: null,
  lines: [line],
  total: "180",
  payments: [{ uuid: "pay", type: "CARD", amount: "180", gratuity: null, refundsPaymentUuid: "pay", attributes: {} }],
}

/** The store variant of its line. */
const sampleVariant: LinkedVariant = {
  variant_uuid: "v",
  variant_id: "variant",
  product_id: "product",
  variant_title: "M",
  sku: "SKU",
  barcode: "1",
  product_title: "Tröja",
  product_handle: "troja",
  product_description: null,
  thumbnail: null,
  inventory_item_id: "item",
}

const summary = { paid_total: "180", refunded_total: "0", credit_line_total: "0", current_order_total: "180" }

const soldLine: ImportedOrderState["lines"][number] = {
  id: "line",
  title: "Tröja",
  unit_price: "100",
  quantity: "2",
  returned: "0",
  is_tax_inclusive: true,
  rate: "25",
  adjustments: [{ amount: "20", is_tax_inclusive: true }],
  metadata: { pos_kind: "product", pos_variant_uuid: "v" },
}

/** The sample's order as a refund reads it. */
const sampleOrder: ImportedOrderState = {
  id: "order",
  version: 1,
  currency_code: "sek",
  summary,
  lines: [soldLine],
  payments: [{ id: "payment", payment_collection_id: "collection", pos_payment_uuid: "pay", left: "180" }],
}

/** A refund of a part of it, and of money that belongs to no line. */
const samplePartRefund: ReceiptOrder = {
  ...sampleReceipt,
  lines: [{ ...line, quantity: "1" }],
  total: "95.01",
}

/** A refund of all of it, minus a rounding difference. */
const sampleWholeRefund: ReceiptOrder = { ...sampleReceipt, total: "179.99" }

/** Builds sample rows of every table that orders and their refunds write to, with every column that they name. */
export function sampleRows(): TableRows {
  const place = { region_id: "region", sales_channel_id: "channel", stock_location_id: "location" }
  const refunds = [samplePartRefund, sampleWholeRefund].map((receipt) => ({
    receipt,
    order: sampleOrder,
    stockLocationId: place.stock_location_id,
  }))
  return [
    ...toOrderRows(
      [{ orderId: "order", receipt: sampleReceipt, variants: [sampleVariant], customDisplayId: "number" }],
      place,
      orderProviders({ payment: true, fulfillment: true })
    ),
    ...toRefundRows(refunds).rows,
  ]
}

import type { ReceiptLine, ReceiptOrder } from "../../translate/receipt-order"
import type { LinkedVariant } from "../catalogue/find-linked-variants"
import type { MirroredOrderState } from "../orders/read-mirrored-orders"

const line: ReceiptLine = {
  ...{ kind: "product", productUuid: "p", variantUuid: "v", sku: "SKU", barcode: "1", giftCardUuid: null },
  ...{ title: "Tröja", variantTitle: "M", quantity: "2", unitName: null, unitPrice: "100", isTaxInclusive: true },
  taxes: [{ code: "25", rate: "25", description: "VAT" }],
  adjustments: [{ code: "DISCOUNT", amount: "20", description: "Discount" }],
  comment: null,
}

/** A receipt whose order has a row in every table that the mirror writes to. Nothing of it is ever written. */
export const sampleReceipt: ReceiptOrder = {
  ...{ purchaseUuid: "probe", receiptNumber: 1, globalReceiptNumber: 1, source: "POS", soldAt: new Date(0) },
  ...{ currencyCode: "sek", countryCode: "se", cashier: null, lines: [line], total: "180" },
  payments: [{ uuid: "pay", type: "CARD", amount: "180", gratuity: null, refundsPaymentUuid: "pay", attributes: {} }],
}

/** The shop's variant behind its line. */
export const sampleVariant: LinkedVariant = {
  ...{ variant_uuid: "v", variant_id: "variant", product_id: "product", variant_title: "M", sku: "SKU", barcode: "1" },
  ...{ product_title: "Tröja", product_handle: "troja", product_description: null, thumbnail: null },
  inventory_item_id: "item",
}

const summary = { paid_total: "180", refunded_total: "0", credit_line_total: "0", current_order_total: "180" }

const soldLine: MirroredOrderState["lines"][number] = {
  ...{
    id: "line",
    title: "Tröja",
    unit_price: "100",
    quantity: "2",
    returned: "0",
    is_tax_inclusive: true,
    rate: "25",
  },
  adjustments: [{ amount: "20", is_tax_inclusive: true }],
  metadata: { pos_kind: "product", pos_variant_uuid: "v" },
}

/** The order of the sample as a refund finds it. */
export const sampleOrder: MirroredOrderState = {
  ...{ id: "order", version: 1, currency_code: "sek", summary, lines: [soldLine] },
  payments: [{ id: "payment", payment_collection_id: "collection", pos_payment_uuid: "pay", left: "180" }],
}

/** Part of it comes back, and money beside that belongs to no line. */
export const samplePartRefund: ReceiptOrder = {
  ...sampleReceipt,
  lines: [{ ...line, quantity: "1" }],
  total: "95.01",
}

/** All of it comes back, less what rounding leaves. */
export const sampleWholeRefund: ReceiptOrder = { ...sampleReceipt, total: "179.99" }

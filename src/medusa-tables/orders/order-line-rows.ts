import { entityId } from "../../modules/pos/entity-id"
import type { ReceiptAdjustment, ReceiptLine, ReceiptOrder, ReceiptTax } from "../../translate/receipt-order"
import type { LinkedVariant } from "../catalogue/find-linked-variants"
import { type AddRow, bigNumber, moments } from "./row-values"

/** Where a line stands: in which version of which order, and after how many others. */
export type LinePlace = { orderId: string; version: number; position: number }

type SoldAt = Pick<ReceiptOrder, "soldAt">

/** The rows of one line of a sale: the line, and what was handed over. */
export function addSoldLine(
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

/** The rows of a line: the line itself, its quantities, taxes and adjustments. @returns its id */
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

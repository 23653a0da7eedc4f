import { BigNumber } from "bignumber.js"
import type { PurchaseRow, ServiceCharge } from "../pos-api/contract"
import { roundMinor } from "./money"
import type { ReceiptLine, ReceiptLineKind, ReceiptTax } from "./receipt-order"

/**
 * A row on its way to a line; all amounts in minor units. `unitPrice` and `quantity` are the receipt's own, `exact` is
 * what the shop will compute from them with tax, `gross` is what the receipt charged for the row with tax.
 */
export type DraftLine = {
  kind: ReceiptLineKind
  row: Partial<PurchaseRow>
  title: string
  quantity: BigNumber
  unitPrice: BigNumber
  rate: BigNumber
  exact: BigNumber
  discount: BigNumber
  gross: number
}

const KIND_BY_TYPE: Record<string, ReceiptLineKind> = {
  PRODUCT: "product",
  CUSTOM_AMOUNT: "custom-amount",
  GIFTCARD: "gift-card",
}

/** The taxes of a row: its sales taxes, each by its name, or its VAT. Rates of 0 are none, nor has an exempt row any. */
export function taxesOf(row: Partial<PurchaseRow>): ReceiptTax[] {
  if (row.taxExempt) {
    return []
  }
  const salesTaxes = (row.taxRates ?? []).flatMap(({ percentage, label }, index): ReceiptTax[] =>
    percentage ? [{ ...named(percentage, label || "Tax"), code: `TAX${index + 1}` }] : []
  )
  const vat = row.vatPercentage ? [named(row.vatPercentage, "VAT")] : []
  return salesTaxes.length > 0 ? salesTaxes : vat
}

function named(percentage: number, label: string): ReceiptTax {
  const rate = new BigNumber(percentage).toFixed()
  return { code: `VAT${rate}`, rate, description: `${label} ${rate} %` }
}

/** The tax of a row in percent, all its taxes together. */
export const rateOf = (row: Partial<PurchaseRow>) => BigNumber.sum(0, ...taxesOf(row).map(({ rate }) => rate))

/** False for a row that leaves its tax open; a gift card has none until it is paid with. */
export function namesRate(row: Partial<PurchaseRow>): boolean {
  const isNamed = typeof row.vatPercentage === "number" || Array.isArray(row.taxRates)
  return isNamed || row.taxExempt === true || row.type === "GIFTCARD"
}

/** Drafts a line; net figures of a receipt without included tax are raised by the row's rate. */
function draft(
  line: Pick<DraftLine, "kind" | "row" | "title" | "quantity" | "unitPrice">,
  netDiscount: BigNumber,
  taxIncluded: boolean
): DraftLine {
  const rate = rateOf(line.row)
  const factor = taxIncluded ? new BigNumber(1) : rate.div(100).plus(1)
  const product = line.unitPrice.times(line.quantity)
  const net = roundMinor(product).minus(netDiscount)
  const tax = taxIncluded ? new BigNumber(0) : roundMinor(net.times(rate).div(100))
  return {
    ...line,
    rate,
    exact: product.times(factor),
    discount: netDiscount.times(factor),
    gross: net.plus(tax).toNumber(),
  }
}

/** Row total = unitPrice × quantity − discountValue (observed "Purchases"). */
export function draftRow(row: PurchaseRow, taxIncluded: boolean): DraftLine {
  const quantity = new BigNumber(row.quantity)
  const kind = KIND_BY_TYPE[row.type] ?? "custom-amount"
  return draft(
    {
      kind,
      row,
      title: row.name?.trim() || row.type,
      quantity: quantity.isFinite() ? quantity : new BigNumber(1),
      unitPrice: new BigNumber(row.unitPrice),
    },
    new BigNumber(row.discountValue ?? 0),
    taxIncluded
  )
}

export function draftServiceCharge(charge: ServiceCharge, taxIncluded: boolean): DraftLine {
  const row = { vatPercentage: charge.vatPercentage ?? 0 }
  return draft(
    {
      kind: "service-charge",
      row,
      title: charge.title?.trim() || "Service charge",
      quantity: new BigNumber(1),
      unitPrice: new BigNumber(charge.amount),
    },
    new BigNumber(0),
    taxIncluded
  )
}

/** A line that the receipt has no row for: a tip, or a difference between its rows and its amount. */
export function draftExtra(kind: "tip" | "difference", title: string, amount: number): DraftLine {
  const minor = new BigNumber(amount)
  const one = new BigNumber(1)
  const line = { kind, row: {}, title, quantity: one, unitPrice: minor }
  return draft(line, new BigNumber(0), true)
}

/** What refunds of every line leave of a sale by rounding, as a line. `amount`: decimal text, major units, with tax. */
export const differenceLine = (amount: string): ReceiptLine => ({
  kind: "difference",
  productUuid: null,
  variantUuid: null,
  sku: null,
  barcode: null,
  giftCardUuid: null,
  title: "Rounding",
  variantTitle: null,
  quantity: "1",
  unitName: null,
  unitPrice: amount,
  isTaxInclusive: true,
  taxes: [],
  adjustments: [],
  comment: null,
})

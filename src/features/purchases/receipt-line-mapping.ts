import { BigNumber } from "bignumber.js"
import { currencyDigits, roundMinor, sum } from "../../money/money"
import type { Purchase, PurchaseRow, ServiceCharge } from "../../pos-api/contract"

/** A tax on a line; `rate` is percent as decimal text. */
export type ReceiptTax = { code: string; rate: string; description: string }

/**
 * An adjustment that lowers a line (a negative amount raises it); decimal text in major units with tax. `ROUNDING` is
 * the difference between the exact product and the receipt's amount that decimal quantities and taxes leave.
 */
export type ReceiptAdjustment = {
  code: "DISCOUNT" | "RECEIPT_DISCOUNT" | "ROUNDING"
  amount: string
  description: string
}

export type ReceiptLineKind = "product" | "custom-amount" | "gift-card" | "service-charge" | "tip" | "difference"

/** A line of a receipt's order. Amounts are decimal text in major units, quantity is decimal text. */
export type ReceiptLine = {
  kind: ReceiptLineKind
  productUuid: string | null
  variantUuid: string | null
  sku: string | null
  barcode: string | null
  giftCardUuid: string | null
  title: string
  variantTitle: string | null
  quantity: string
  unitName: string | null
  unitPrice: string
  isTaxInclusive: boolean
  taxes: ReceiptTax[]
  adjustments: ReceiptAdjustment[]
  comment: string | null
}

export type ReceiptPayment = {
  uuid: string
  type: string
  /** decimal text, major units: the part that pays for the order */
  amount: string
  /** decimal text, major units */
  gratuity: string | null
  /** the payment of the sale that this refund payment gives back */
  refundsPaymentUuid: string | null
  attributes: Record<string, unknown>
}

/**
 * A sale in the store's order model. `total` is the receipt's own, to the minor unit, as decimal text in major units.
 */
export type ReceiptOrder = {
  purchaseUuid: string
  receiptNumber: number | null
  /** differs from receiptNumber where several registers are used */
  globalReceiptNumber: number | null
  /** POS, WEB_SHOP, SDK or a future value */
  source: string | null
  soldAt: Date
  /** lower case, as Medusa writes currencies */
  currencyCode: string
  countryCode: string | null
  cashier: string | null
  lines: ReceiptLine[]
  payments: ReceiptPayment[]
  total: string
}

/**
 * A receipt row while it is mapped to a line; all amounts in minor units. `unitPrice` and `quantity` are the receipt's
 * own. `exact` is what the store will compute from them with tax, `gross` is what the receipt charged for the row with
 * tax.
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

/** The taxes of a row: its named sales taxes, or its VAT. Rates of 0 are left out; an exempt row has none. */
export function getTaxes(row: Partial<PurchaseRow>): ReceiptTax[] {
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

/** The tax rate of a row in percent, the sum of its taxes. */
export const getRate = (row: Partial<PurchaseRow>) => BigNumber.sum(0, ...getTaxes(row).map(({ rate }) => rate))

/** False for a row that leaves its tax rate open; a gift card has none until it is used. */
export function namesRate(row: Partial<PurchaseRow>): boolean {
  const isNamed = typeof row.vatPercentage === "number" || Array.isArray(row.taxRates)
  return isNamed || row.taxExempt === true || row.type === "GIFTCARD"
}

/** Drafts a line; where prices do not include tax, net amounts are raised by the row's rate. */
function draft(
  line: Pick<DraftLine, "kind" | "row" | "title" | "quantity" | "unitPrice">,
  netDiscount: BigNumber,
  taxIncluded: boolean
): DraftLine {
  const rate = getRate(line.row)
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

/**
 * Drafts a line that the receipt has no row for: a tip, or a difference between its rows and its amount, in minor
 * units.
 */
export function draftExtra(kind: "tip" | "difference", title: string, amount: number): DraftLine {
  const minor = new BigNumber(amount)
  const unit = new BigNumber(1)
  const line = { kind, row: {}, title, quantity: unit, unitPrice: minor }
  return draft(line, new BigNumber(0), true)
}

/**
 * The line for the rounding that refunds of every line leave of a sale. `amount`: decimal text, major units, with tax.
 */
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

/** How a receipt was paid, in minor units; negative for a refund. */
export type Paid = {
  /** all tips */
  tips: number
  /** tips that are not part of the receipt's amount */
  tipsBeside: number
  /** payments minus the amount and the tips beside it, because cash is rounded */
  rounding: number
}

/**
 * Computes tips and rounding. Tips are beside the amount where that brings the payments closer to it, because rounded
 * cash never equals it exactly.
 */
export function readPaid({ payments, amount }: Pick<Purchase, "payments" | "amount">): Paid {
  const tips = sum(payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))
  const beyond = sum(payments.map((payment) => payment.amount)) - amount
  const tipsBeside = Math.abs(beyond - tips) < Math.abs(beyond) ? tips : 0
  return { tips, tipsBeside, rounding: beyond - tipsBeside }
}

/**
 * Whether an amount in minor units can be cash rounding: less than one major unit, or less than ten in a currency
 * without minor units.
 */
export const isCashRounding = (amount: number, currency: string) =>
  Math.abs(amount) < Math.max(10 ** currencyDigits(currency), 10)

/** Whether a payment type is cash, with any brand prefix. */
export const isCash = (type: string) => /(^|_)CASH$/.test(type)

/**
 * The tip within a receipt's amount, in minor units: the amount minus the rows, or with a discount, the tips of the
 * payments. 0 where the payments show that tips are beside the amount.
 * @param charged sum of the rows in minor units, with tax
 */
export function tipWithin(purchase: Purchase, charged: number): number {
  const { tips, tipsBeside, rounding } = readPaid(purchase)
  if (tipsBeside !== 0) {
    return 0
  }
  const isPaidWithTips = isCashRounding(rounding, purchase.currency)
  const holdsBoth = isPaidWithTips && (purchase.discounts ?? []).length > 0
  return holdsBoth ? tips : Math.min(tips, Math.max(purchase.amount - charged, 0))
}

import { BigNumber } from "bignumber.js"
import { allocate, sum, toExactMajorUnits, toMajorUnits } from "../../money/money"
import { parseTimestamp, type Purchase } from "../../pos-api/contract"
import {
  draftExtra,
  type DraftLine,
  draftRow,
  draftServiceCharge,
  isCash,
  isCashRounding,
  readPaid,
  type ReceiptAdjustment,
  type ReceiptLine,
  type ReceiptOrder,
  type ReceiptPayment,
  getTaxes,
  tipWithin,
} from "./receipt-line-mapping"
import { explainedByTaxable } from "./taxes"

/** The purchase has no readable time of sale. */
export class UndatedPurchaseError extends Error {
  constructor(purchaseUuid: string) {
    super(`Purchase ${purchaseUuid} has no time of sale that can be read`)
    this.name = "UndatedPurchaseError"
  }
}

/** Time of the sale, in UTC. @throws UndatedPurchaseError */
export function soldAt(purchase: Purchase): Date {
  const date = parseTimestamp(purchase.created) ?? parseTimestamp(purchase.timestamp)
  if (!date) {
    throw new UndatedPurchaseError(purchase.purchaseUUID1)
  }
  return date
}

export function getCashier(purchase: Purchase): string | null {
  const { userDisplayName } = purchase
  return (Array.isArray(userDisplayName) ? userDisplayName.join(", ") : userDisplayName) || null
}

/** The highest number that the column of a receipt's number holds. */
const HIGHEST_RECEIPT_NUMBER = 2 ** 31 - 1

/** The number of a receipt as the store keeps it; null: the POS names none, or one that is too high for the column. */
export function getReceiptNumber({ purchaseNumber }: Pick<Purchase, "purchaseNumber">): number | null {
  return typeof purchaseNumber === "number" && Math.abs(purchaseNumber) <= HIGHEST_RECEIPT_NUMBER
    ? purchaseNumber
    : null
}

/**
 * Maps a sale to the store's order model. The sum of the lines, computed as Medusa does, equals the receipt's amount to
 * the minor unit, even where its rows do not add up: rounding becomes an adjustment, a tip or a difference a line of
 * its own.
 * @throws UndatedPurchaseError
 */
export function toReceiptOrder(purchase: Purchase): ReceiptOrder {
  const taxIncluded = purchase.taxationMode !== "EXCLUSIVE"
  const rows = purchase.products.map((row) => asMedusaCounts(draftRow(row, taxIncluded)))
  const charged = purchase.serviceCharge ? [...rows, draftServiceCharge(purchase.serviceCharge, taxIncluded)] : rows
  const settled = settle(purchase, charged)
  const currencyCode = purchase.currency.toLowerCase()
  return {
    purchaseUuid: purchase.purchaseUUID1,
    receiptNumber: purchase.purchaseNumber ?? null,
    globalReceiptNumber: purchase.globalPurchaseNumber ?? null,
    source: purchase.source ?? null,
    soldAt: soldAt(purchase),
    currencyCode,
    countryCode: purchase.country?.toLowerCase() ?? null,
    cashier: getCashier(purchase),
    lines: settled.map((line) => toLine(line, { currencyCode, taxIncluded, discountName: getDiscountName(purchase) })),
    payments: toPayments(purchase),
    total: toMajorUnits(purchase.amount, currencyCode),
  }
}

/** Medusa computes 0 for a line of quantity 0, even with a discount: that discount is left to the other lines. */
const asMedusaCounts = (line: DraftLine): DraftLine =>
  line.quantity.isZero() ? { ...line, exact: new BigNumber(0), discount: new BigNumber(0), gross: 0 } : line

type Shares = { discount: number; rounding: number }
type SettledLine = { line: DraftLine; shares: Shares }

/**
 * Adjusts the drafted lines to the receipt's amount: tips, purchase-wide discounts, rounding, and the remaining
 * difference.
 */
function settle(purchase: Purchase, drafted: DraftLine[]): SettledLine[] {
  const charged = sum(drafted.map((line) => line.gross))
  if (charged === purchase.amount) {
    return drafted.map(untouched)
  }
  const tip = tipWithin(purchase, charged)
  const tips = tip > 0 ? [untouched(draftExtra("tip", "Tip", tip))] : []
  const excess = charged + tip - purchase.amount
  const isBorne = drafted.some(({ gross }) => gross > 0)
  if (excess > 0 && isBorne && isDiscounted(purchase, excess, drafted.length)) {
    const shares = discountShares(purchase, drafted, excess)
    return [...drafted.map((line, index) => ({ line, shares: { discount: shares[index] ?? 0, rounding: 0 } })), ...tips]
  }
  const first = drafted.findIndex(({ quantity }) => !quantity.isZero())
  // The POS rounds each row's tax, so rows and amount may differ by one minor unit per row.
  if (first >= 0 && Math.abs(excess) <= drafted.length) {
    const rounded = drafted.map((line, index) =>
      index === first ? { line, shares: { discount: 0, rounding: excess } } : untouched(line)
    )
    return [...rounded, ...tips]
  }
  return [...drafted.map(untouched), ...tips, untouched(draftExtra("difference", "Difference on the receipt", -excess))]
}

/** Receipts that name no discount show it in their rows' taxable amounts. */
const isDiscounted = (purchase: Purchase, excess: number, rounding: number) =>
  (purchase.discounts ?? []).length > 0 || (excess > rounding && explainedByTaxable(purchase) !== null)

const untouched = (line: DraftLine): SettledLine => ({ line, shares: { discount: 0, rounding: 0 } })

/** The POS's name for the discount on the whole receipt. */
function getDiscountName({ discounts }: Purchase): string {
  return discounts?.find(({ name }) => name?.trim())?.name?.trim() || "Discount on the receipt"
}

type Terms = { currencyCode: string; taxIncluded: boolean; discountName: string }

function toLine({ line, shares }: SettledLine, { currencyCode, taxIncluded, discountName }: Terms): ReceiptLine {
  const { row } = line
  const isTaxInclusive = taxIncluded || line.rate.isZero()
  const major = (minor: BigNumber) => toExactMajorUnits(minor, currencyCode)
  const rounding = line.exact.minus(line.discount).minus(line.gross).plus(shares.rounding)
  const adjustments: [ReceiptAdjustment["code"], BigNumber, string][] = [
    ["DISCOUNT", line.discount, row.discount?.name || "Discount"],
    ["RECEIPT_DISCOUNT", new BigNumber(shares.discount), discountName],
    ["ROUNDING", rounding, "Rounding"],
  ]
  return {
    kind: line.kind,
    productUuid: row.productUuid ?? null,
    variantUuid: row.variantUuid ?? null,
    sku: row.sku || null,
    barcode: row.barcode || null,
    giftCardUuid: row.details?.giftcardUuid ?? null,
    title: line.title,
    variantTitle: row.variantName || null,
    quantity: line.quantity.toFixed(),
    unitName: row.unitName || null,
    unitPrice: major(line.unitPrice),
    isTaxInclusive,
    taxes: getTaxes(row),
    adjustments: adjustments
      .filter(([, amount]) => !amount.isZero())
      .map(([code, amount, description]) => ({ code, amount: major(amount), description })),
    comment: row.comment || null,
  }
}

/**
 * Maps the payments of an order. A tip that the receipt's amount leaves out does not pay for the order; it stays
 * visible on its payment. The rounding of cash does not pay for it either: the order is paid with its total.
 */
function toPayments(purchase: Purchase): ReceiptPayment[] {
  const { tipsBeside, rounding } = readPaid(purchase)
  const rounded = isCashRounding(rounding, purchase.currency) ? rounding : 0
  const rounds = roundedPayment(purchase)
  return purchase.payments.map((payment, index) => {
    const gratuity = payment.gratuityAmount ?? 0
    return {
      uuid: payment.uuid,
      type: payment.type,
      amount: toMajorUnits(
        payment.amount - (tipsBeside === 0 ? 0 : gratuity) - (index === rounds ? rounded : 0),
        purchase.currency
      ),
      gratuity: gratuity === 0 ? null : toMajorUnits(gratuity, purchase.currency),
      refundsPaymentUuid: payment.references?.refundsPayment ?? null,
      attributes: payment.attributes ?? {},
    }
  })
}

/** Index of the payment that was rounded: the largest cash payment, else the largest of all. */
function roundedPayment({ payments }: Purchase): number {
  const cash = payments.filter(({ type }) => isCash(type))
  const [first, ...others] = cash.length > 0 ? cash : payments
  const largest = others.reduce(
    (largestSoFar, payment) => (payment.amount > (largestSoFar?.amount ?? 0) ? payment : largestSoFar),
    first
  )
  return payments.findIndex((payment) => payment === largest)
}

/**
 * Splits a discount on the whole purchase among the lines, in minor units; the shares add up to it. They follow the
 * rows' taxable amounts where those explain the receipt's totals. Otherwise products and custom amounts bear it by
 * their price. Gift cards and service charge only bear the remainder, because a card is a liability and has no tax.
 */
function discountShares(purchase: Purchase, drafted: DraftLine[], discount: number): number[] {
  const weights = drafted.map(({ gross }) => Math.max(gross, 0))
  const isGoods = drafted.map(({ kind }) => kind === "product" || kind === "custom-amount")
  const ofGoods = weights.map((weight, index) => (isGoods[index] ? weight : 0))
  const ofOthers = weights.map((weight, index) => (isGoods[index] ? 0 : weight))
  const taxed = explainedByTaxable(purchase)
  const stated = drafted.map(({ gross, quantity }, index) =>
    taxed && !quantity.isZero() ? gross - (taxed[index]?.gross ?? gross) : 0
  )
  const open = discount - sum(stated)
  const borne = taxed || sum(ofOthers) === 0 ? open : Math.min(open, sum(ofGoods))
  const shares = sum(ofGoods) === 0 ? stated : addTo(stated, allocate(borne, ofGoods))
  const rest = discount - sum(shares)
  return rest === 0 ? shares : addTo(shares, allocate(rest, sum(ofOthers) === 0 ? weights : ofOthers))
}

const addTo = (amounts: number[], more: number[]) => amounts.map((amount, index) => amount + (more[index] ?? 0))

/** The amounts of a line of an order or a receipt; decimal text in major units. */
export type FiguredLine = {
  unitPrice: string
  quantity: string
  isTaxInclusive: boolean
  /** percent, the sum of its taxes */
  rate: string
  /** sum of its adjustments, with tax */
  adjusted: string
}

/** Totals of an order, in major units: `gross` with tax, `tax`, and `paid`. */
export type OrderFigures = { gross: BigNumber; tax: BigNumber; paid: BigNumber }

const sumDecimals = (amounts: BigNumber.Value[]) =>
  amounts.reduce<BigNumber>((total, amount) => total.plus(amount), new BigNumber(0))

/** Sums lines as Medusa does, in major units with all digits. */
export function figuresOfLines(lines: FiguredLine[]): Pick<OrderFigures, "gross" | "tax"> {
  const reckoned = lines.map((line) => {
    const rate = new BigNumber(line.rate)
    const factor = line.isTaxInclusive ? new BigNumber(1) : rate.div(100).plus(1)
    const gross = new BigNumber(line.unitPrice).times(line.quantity).times(factor).minus(line.adjusted)
    return { gross, tax: gross.times(rate).div(rate.plus(100)) }
  })
  return { gross: sumDecimals(reckoned.map(({ gross }) => gross)), tax: sumDecimals(reckoned.map(({ tax }) => tax)) }
}

/** Computes the totals of a receipt's order as it is first written, in major units. */
export function figuresOfReceipt({ lines, payments }: Pick<ReceiptOrder, "lines" | "payments">): OrderFigures {
  const figured = lines.map(({ unitPrice, quantity, isTaxInclusive, taxes, adjustments }) => ({
    unitPrice,
    quantity,
    isTaxInclusive,
    rate: sumDecimals(taxes.map(({ rate }) => rate)).toFixed(),
    adjusted: sumDecimals(adjustments.map(({ amount }) => amount)).toFixed(),
  }))
  return { ...figuresOfLines(figured), paid: sumDecimals(payments.map(({ amount }) => amount)) }
}

/**
 * Version of the mapping from receipts to orders, stored with each receipt. Raise it when the same receipt maps to a
 * different order. The next financial reconciliation then compares all orders once, and names those that differ because
 * an older version wrote them. Null: written before versions were stored.
 */
export const ORDER_MAPPING_VERSION = 3

/**
 * A member of a purchase, and the members of the order that it maps to; paths are those of Purchase and ReceiptOrder.
 */
export type ReceiptFieldMapping = { pos: string; order: readonly string[]; orderWords: string }

/**
 * Every member of a purchase that the order shows. A test changes each one and compares the changes of the order with
 * it.
 */
export const RECEIPT_MAPPING: readonly ReceiptFieldMapping[] = [
  { pos: "purchaseUUID1", order: ["purchaseUuid"], orderWords: "order: metadata `pos_purchase_uuid`" },
  { pos: "purchaseNumber", order: ["receiptNumber"], orderWords: "order: metadata `pos_receipt_number`" },
  {
    pos: "globalPurchaseNumber",
    order: ["globalReceiptNumber"],
    orderWords: "order: metadata `pos_global_receipt_number`",
  },
  { pos: "source", order: ["source"], orderWords: "order: metadata `pos_source`" },
  {
    pos: "created",
    order: ["soldAt"],
    orderWords: "order: created at; payments, fulfillment and delivery likewise",
  },
  { pos: "currency", order: ["currencyCode"], orderWords: "order: currency" },
  { pos: "country", order: ["countryCode"], orderWords: "nowhere: kept with the receipt" },
  { pos: "userDisplayName", order: ["cashier"], orderWords: "order: metadata `pos_cashier`" },
  { pos: "amount", order: ["total"], orderWords: "order: total, to the minor unit" },
  { pos: "taxationMode", order: ["lines.isTaxInclusive"], orderWords: "line: whether its price includes the tax" },
  { pos: "products.productUuid", order: ["lines.productUuid"], orderWords: "line: product" },
  { pos: "products.variantUuid", order: ["lines.variantUuid"], orderWords: "line: variant, and whose stock moves" },
  { pos: "products.name", order: ["lines.title"], orderWords: "line: title" },
  { pos: "products.variantName", order: ["lines.variantTitle"], orderWords: "line: variant title" },
  { pos: "products.sku", order: ["lines.sku"], orderWords: "line: SKU" },
  { pos: "products.barcode", order: ["lines.barcode"], orderWords: "line: barcode" },
  { pos: "products.quantity", order: ["lines.quantity"], orderWords: "line: quantity, decimals too" },
  { pos: "products.unitName", order: ["lines.unitName"], orderWords: "line: metadata `pos_unit_name`" },
  { pos: "products.unitPrice", order: ["lines.unitPrice"], orderWords: "line: unit price" },
  { pos: "products.vatPercentage", order: ["lines.taxes"], orderWords: "line: tax line" },
  { pos: "products.taxRates", order: ["lines.taxes"], orderWords: "line: tax lines, in place of the VAT" },
  { pos: "products.taxExempt", order: ["lines.taxes"], orderWords: "line: no tax lines" },
  { pos: "products.discountValue", order: ["lines.adjustments"], orderWords: "line: adjustment" },
  { pos: "products.discount", order: ["lines.adjustments"], orderWords: "line: the adjustment's name" },
  { pos: "discounts", order: ["lines.adjustments"], orderWords: "adjustments, spread over the lines" },
  { pos: "products.comment", order: ["lines.comment"], orderWords: "line: metadata `pos_comment`" },
  { pos: "products.type", order: ["lines.kind"], orderWords: "line: metadata `pos_kind`" },
  { pos: "products.details", order: ["lines.giftCardUuid"], orderWords: "line: metadata `pos_gift_card_uuid`" },
  { pos: "serviceCharge", order: ["lines"], orderWords: "a line of its own" },
  { pos: "payments.uuid", order: ["payments.uuid"], orderWords: "payment: data" },
  { pos: "payments.type", order: ["payments.type"], orderWords: "payment: data" },
  { pos: "payments.amount", order: ["payments.amount"], orderWords: "payment: amount" },
  {
    pos: "payments.gratuityAmount",
    order: ["payments.gratuity"],
    orderWords: "payment: data; inside the total a line",
  },
  {
    pos: "payments.references",
    order: ["payments.refundsPaymentUuid"],
    orderWords: "refund: the payment that it gives back",
  },
  { pos: "payments.attributes", order: ["payments.attributes"], orderWords: "payment: data" },
]

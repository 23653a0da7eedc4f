import { BigNumber } from "bignumber.js"
import { parseTimestamp, type Purchase } from "../pos-api/contract"
import { discountShares } from "./discount-shares"
import { toExactMajorUnits, toMajorUnits } from "./money"
import { type DraftLine, draftExtra, draftRow, draftServiceCharge, taxesOf } from "./receipt-line"
import { isCash, isCashRounding, readPaid } from "./paid"
import type { ReceiptAdjustment, ReceiptLine, ReceiptOrder, ReceiptPayment } from "./receipt-order"
import { tipWithin } from "./tip-within"
import { explainedByTaxable } from "./vat-by-rate"
import { sum } from "./sum"

/** A purchase without any readable time of sale. */
export class UndatedPurchaseError extends Error {
  constructor(purchaseUuid: string) {
    super(`Purchase ${purchaseUuid} has no time of sale that can be read`)
    this.name = "UndatedPurchaseError"
  }
}

/** When the sale was made, in UTC. @throws UndatedPurchaseError */
export function soldAt(purchase: Purchase): Date {
  const date = parseTimestamp(purchase.created) ?? parseTimestamp(purchase.timestamp)
  if (!date) {
    throw new UndatedPurchaseError(purchase.purchaseUUID1)
  }
  return date
}

export function cashierOf(purchase: Purchase): string | null {
  const { userDisplayName } = purchase
  return (Array.isArray(userDisplayName) ? userDisplayName.join(", ") : userDisplayName) || null
}

/**
 * A sale in the shop's terms. The lines, as Medusa adds them up, come to the receipt's amount to the minor unit,
 * whatever its rows say: rounding goes into an adjustment, a tip or a difference becomes a line of its own.
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
    cashier: cashierOf(purchase),
    lines: settled.map((line) => toLine(line, { currencyCode, taxIncluded, discountName: discountNameOf(purchase) })),
    payments: toPayments(purchase),
    total: toMajorUnits(purchase.amount, currencyCode),
  }
}

/** To Medusa a line of quantity 0 comes to nothing, whatever is discounted of it: that is left to the other lines. */
const asMedusaCounts = (line: DraftLine): DraftLine =>
  line.quantity.isZero() ? { ...line, exact: new BigNumber(0), discount: new BigNumber(0), gross: 0 } : line

type Shares = { discount: number; rounding: number }
type SettledLine = { line: DraftLine; shares: Shares }

/** Leads the drafted lines to the receipt's amount: tips, purchase-wide discounts, rounding, and what remains. */
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
  // The service rounds each row's tax, so rows and amount may differ by a unit for each of them.
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

/** What the till called the discount on the whole receipt. */
function discountNameOf({ discounts }: Purchase): string {
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
    taxes: taxesOf(row),
    adjustments: adjustments
      .filter(([, amount]) => !amount.isZero())
      .map(([code, amount, description]) => ({ code, amount: major(amount), description })),
    comment: row.comment || null,
  }
}

/**
 * What pays for the order. A tip that the receipt's amount leaves out does not; it stays visible on its payment. Nor does
 * what cash was rounded by: the order is paid with its total.
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

/** The payment that was rounded: of cash the largest, else the largest of all. */
function roundedPayment({ payments }: Purchase): number {
  const cash = payments.filter(({ type }) => isCash(type))
  const [first, ...others] = cash.length > 0 ? cash : payments
  const largest = others.reduce((one, other) => (other.amount > (one?.amount ?? 0) ? other : one), first)
  return payments.findIndex((payment) => payment === largest)
}

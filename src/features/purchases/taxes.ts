import { BigNumber } from "bignumber.js"
import { allocate, roundMinor, sum } from "../../money/money"
import type { Purchase } from "../../pos-api/contract"
import { isRefund, reverseRefund } from "./refund-mapping"
import { type DraftLine, draftRow, draftServiceCharge, namesRate, getRate, tipWithin } from "./receipt-line-mapping"

/**
 * Total of a receipt at one tax rate, in minor units; net + tax = gross. `rate` is percent as decimal text, null for
 * amounts without a rate: a tip, and a difference between the rows and the totals.
 */
export type RateFigures = { rate: string | null; gross: number; net: number; tax: number }

/**
 * Computes a receipt's turnover and tax by rate from its rows. Gross amounts add up to its `amount` and taxes to its
 * `vatAmount`, exactly. Rounding is split among the rates; a larger difference has no rate.
 */
export function vatByRate(purchase: Purchase): RateFigures[] {
  const figures = getTotals(isRefund(purchase) ? reverseRefund(purchase) : purchase)
  return isRefund(purchase) ? figures.map(reverseFigures) : figures
}

/** The amounts of a rate with the other sign, in minor units. Subtracts from 0, because negation would turn 0 into -0. */
export const reverseFigures = ({ rate, gross, net, tax }: RateFigures): RateFigures => ({
  rate,
  gross: 0 - gross,
  net: 0 - net,
  tax: 0 - tax,
})

type Part = { gross: number; tax: number }

const getGross = (parts: Pick<RateFigures, "gross">[]) => sum(parts.map(({ gross }) => gross))

/** Sum of the taxes, in minor units. */
export const getTax = (parts: Pick<RateFigures, "tax">[]) => sum(parts.map(({ tax }) => tax))

/**
 * The rows of a sale, its service charge and its tip, in this order, by the reading of the rows that matches the
 * totals.
 */
export function getTaxedLines(sale: Purchase): TaxedLine[] {
  const [byTaxable, byPrices] = [toTaxedLines(sale, true), toTaxedLines(sale, false)]
  // Taxable amounts that do not match the totals, where prices and discounts do, have an unknown meaning.
  const isMisread = !isExplainedBy(sale, byTaxable) && isExplainedBy(sale, byPrices)
  return isMisread ? byPrices : byTaxable
}

/**
 * Like {@link getTaxedLines}, by the rows' taxable amounts; null where no row has one, or they do not match the totals.
 */
export function explainedByTaxable(sale: Purchase): TaxedLine[] | null {
  const lines = toTaxedLines(sale, true)
  const isReported = sale.products.some(({ rowTaxableAmount }) => typeof rowTaxableAmount === "number")
  return isReported && isExplainedBy(sale, lines) ? lines : null
}

function getTotals(purchase: Purchase): RateFigures[] {
  const { rated, unrated } = reconcile(purchase, getTaxedLines(purchase))
  const totals = rated.map((part) => withNet(part.rate, part))
  if (!isNothing(unrated)) {
    totals.push(withNet(null, unrated))
  }
  return totals.sort(byRate)
}

const withNet = (rate: string | null, { gross, tax }: Part): RateFigures => ({ rate, gross, net: gross - tax, tax })
const isNothing = ({ gross, tax }: Part) => gross === 0 && tax === 0

function byRate(left: RateFigures, right: RateFigures): number {
  return new BigNumber(left.rate ?? Infinity).comparedTo(right.rate ?? Infinity) ?? 0
}

/** The totals minus the lines. */
const subtractLines = (purchase: Purchase, lines: Part[]): Part => ({
  gross: purchase.amount - getGross(lines),
  tax: (purchase.vatAmount ?? getTax(lines)) - getTax(lines),
})

/** Registers round each row, so totals and rows may differ by one minor unit per row. */
const isRounding = (open: number, lines: unknown[]) => Math.abs(open) <= lines.length

function isExplainedBy(purchase: Purchase, lines: TaxedLine[]): boolean {
  const open = subtractLines(purchase, lines)
  return isRounding(open.gross, lines) && isRounding(open.tax, lines)
}

/** Sums the lines by rate and adjusts the sums to the receipt's totals. */
function reconcile(purchase: Purchase, lines: TaxedLine[]) {
  const open = subtractLines(purchase, lines)
  const rates = new Set(lines.flatMap(({ rate }) => (rate === null ? [] : [rate])))
  const rated = [...rates].map((rate) => {
    const parts = lines.filter((line) => line.rate === rate)
    return { rate, gross: getGross(parts), tax: getTax(parts) }
  })
  const taxes = spread(
    rated.map(({ tax }) => tax),
    isRounding(open.tax, lines) ? open.tax : 0
  )
  const taxed = rated.map((part, index) => ({ ...part, tax: taxes[index] ?? part.tax }))
  // Gross amounts that match stay. Otherwise the net amounts are right, and a corrected tax changes its gross.
  const missing = isRounding(open.gross, lines) ? open.gross : 0
  const nets = spread(
    rated.map(({ gross, tax }) => gross - tax),
    missing - (sum(taxes) - getTax(rated))
  )
  const grosses = nets.map((net, index) => net + (taxes[index] ?? 0))
  const reconciled =
    missing === 0 ? taxed : taxed.map((part, index) => ({ ...part, gross: grosses[index] ?? part.gross }))
  return {
    rated: reconciled,
    unrated: { gross: purchase.amount - getGross(reconciled), tax: getTax(lines) + open.tax - getTax(reconciled) },
  }
}

/**
 * Distributes `open` among integers in proportion to their size, so that the sum grows by it; all zeros stay as they
 * are.
 */
function spread(amounts: number[], open: number): number[] {
  const weights = amounts.map(Math.abs)
  if (sum(weights) === 0) {
    return amounts
  }
  const shares = allocate(open, weights)
  return amounts.map((amount, index) => amount + (shares[index] ?? 0))
}

/**
 * Whether the POS's own grouping by rate agrees with the rows, except for rounding. It contains the tax or the turnover
 * without saying which (docs/reference/pos-api.md "[groupedVat]"), so no amount is taken from it. Null: there is no grouping.
 */
export function agreesWithGroups({ groupedVatAmounts, products }: Purchase, figures: RateFigures[]): boolean | null {
  if (!groupedVatAmounts || Array.isArray(groupedVatAmounts)) {
    return null
  }
  const groups = Object.entries(groupedVatAmounts)
  const isMeant = (figure: "tax" | "gross") =>
    groups.every(([percentage, amount]) => {
      const reported = figures.find(({ rate }) => rate !== null && new BigNumber(rate).isEqualTo(percentage))
      return Math.abs(amount - (reported?.[figure] ?? 0)) <= products.length + 1
    })
  return groups.length === 0 ? null : isMeant("tax") || isMeant("gross")
}

/**
 * A row of a receipt with its tax, in whole minor units as registers round them. `rate` is percent, null when none is
 * named.
 */
type TaxedLine = { rate: string | null; gross: number; tax: number }

type Draft = TaxedLine & {
  /** whether the purchase's discount may still have to be subtracted */
  isDiscountable: boolean
}

/**
 * The rows and the POS charge of a sale after all discounts, and its tip, which has no tax.
 * @param readTaxable whether to use the rows' taxable amounts, which are net of tax after all discounts
 */
function toTaxedLines(purchase: Purchase, readTaxable: boolean): TaxedLine[] {
  const taxIncluded = purchase.taxationMode !== "EXCLUSIVE"
  const rows = purchase.products.map((row) => {
    const taxable = readTaxable && namesRate(row) ? row.rowTaxableAmount : null
    return toDraft(draftRow(row, taxIncluded), taxable ?? null)
  })
  const { serviceCharge } = purchase
  const drafts = serviceCharge ? [...rows, toDraft(draftServiceCharge(serviceCharge, taxIncluded), null)] : rows
  const charged = sum(drafts.map(({ gross }) => gross))
  const tip = getTip(purchase, charged, drafts.length)
  const lines = takeDiscount(purchase, drafts, charged + tip - purchase.amount)
  return tip === 0 ? lines : [...lines, { rate: null, gross: tip, tax: 0 }]
}

function toDraft({ kind, row, gross: charged }: DraftLine, reported: number | null): Draft {
  const rate = getRate(row)
  const gross = inMinorUnits(charged)
  const taxable = reported === null ? null : inMinorUnits(reported)
  const namedRate = { rate: namesRate(row) ? rate.toFixed() : null }
  if (taxable === null) {
    const isDiscountable = kind === "product" || kind === "custom-amount"
    return { ...namedRate, gross, tax: taxWithin(gross, rate), isDiscountable }
  }
  const tax = new BigNumber(taxable).times(rate).div(100)
  // Where the row's own price agrees, the register has rounded it; otherwise a discount on the purchase was subtracted.
  const isWhole = tax
    .minus(gross - taxable)
    .abs()
    .isLessThanOrEqualTo(rate.div(100).plus(1).div(2))
  const rounded = isWhole ? gross - taxable : roundMinor(tax).toNumber()
  return { ...namedRate, gross: taxable + rounded, tax: rounded, isDiscountable: false }
}

/** Rounds an amount to whole minor units: the POS API declares a row's amounts as numbers, not as integers. */
function inMinorUnits(amount: number): number {
  return roundMinor(new BigNumber(amount)).toNumber()
}

function taxWithin(gross: number, rate: BigNumber): number {
  return roundMinor(new BigNumber(gross).times(rate).div(rate.plus(100))).toNumber()
}

/** The tip within the amount, in minor units: all tips, where they explain the amount except for rounding. */
function getTip(purchase: Purchase, charged: number, rounding: number): number {
  const tips = sum(purchase.payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))
  const open = purchase.amount - charged
  const isExplained = Math.abs(open) > rounding && Math.abs(open - tips) <= rounding
  return isExplained ? tips : tipWithin(purchase, charged)
}

/** Subtracts the purchase's discount from the lines that do not include it yet. */
function takeDiscount(purchase: Purchase, drafts: Draft[], discount: number): TaxedLine[] {
  const weights = drafts.map(({ gross, isDiscountable }) => (isDiscountable ? Math.max(gross, 0) : 0))
  if ((purchase.discounts ?? []).length === 0 || discount <= 0 || sum(weights) < discount) {
    return drafts
  }
  const shares = allocate(discount, weights)
  return drafts.map((draft, index) => {
    const share = shares[index] ?? 0
    const gross = draft.gross - share
    return share === 0 ? draft : { ...draft, gross, tax: taxWithin(gross, new BigNumber(draft.rate ?? 0)) }
  })
}

import { BigNumber } from "bignumber.js"
import type { Purchase } from "../pos-api/contract"
import { allocate } from "./allocate"
import { isRefund, reverseRefund } from "./refund"
import { type TaxedLine, toTaxedLines } from "./taxed-lines"
import { sum } from "./sum"

/**
 * What a receipt comes to at a rate of tax, in minor units; net + tax = gross. `rate` is percent as decimal text, null
 * for what has none: a tip, and what the receipt's rows leave open of its totals.
 */
export type RateFigures = { rate: string | null; gross: number; net: number; tax: number }

/**
 * A receipt's turnover and tax by rate, from its rows: gross figures add up to its `amount` and taxes to its
 * `vatAmount`, exactly. What rounding leaves is shared by the rates; more than that stands without a rate.
 */
export function vatByRate(purchase: Purchase): RateFigures[] {
  const figures = figuresOf(isRefund(purchase) ? reverseRefund(purchase) : purchase)
  return isRefund(purchase) ? figures.map(reverse) : figures
}

/** 0 stays 0, not -0. */
const reverse = ({ rate, gross, net, tax }: RateFigures): RateFigures => ({
  rate,
  gross: 0 - gross,
  net: 0 - net,
  tax: 0 - tax,
})

type Part = { gross: number; tax: number }

const grossOf = (parts: Pick<RateFigures, "gross">[]) => sum(parts.map(({ gross }) => gross))

/** The tax of all of them. */
export const taxOf = (parts: Pick<RateFigures, "tax">[]) => sum(parts.map(({ tax }) => tax))

/** The rows of a sale, its service charge and its tip, in this order, by that reading of them which makes the totals. */
export function taxedLinesOf(sale: Purchase): TaxedLine[] {
  const [byTaxable, byPrices] = [toTaxedLines(sale, true), toTaxedLines(sale, false)]
  // Taxable amounts that do not make the totals, where prices and discounts do, mean something that we do not know.
  const isMisread = !isExplainedBy(sale, byTaxable) && isExplainedBy(sale, byPrices)
  return isMisread ? byPrices : byTaxable
}

/** As {@link taxedLinesOf}, by the rows' taxable amounts; null where a row has none, or they do not make the totals. */
export function explainedByTaxable(sale: Purchase): TaxedLine[] | null {
  const lines = toTaxedLines(sale, true)
  const isTold = sale.products.some(({ rowTaxableAmount }) => typeof rowTaxableAmount === "number")
  return isTold && isExplainedBy(sale, lines) ? lines : null
}

function figuresOf(purchase: Purchase): RateFigures[] {
  const { rated, unrated } = reconcile(purchase, taxedLinesOf(purchase))
  const all = [
    ...rated.map((part) => withNet(part.rate, part)),
    ...(isNothing(unrated) ? [] : [withNet(null, unrated)]),
  ]
  return all.sort(byRate)
}

const withNet = (rate: string | null, { gross, tax }: Part): RateFigures => ({ rate, gross, net: gross - tax, tax })
const isNothing = ({ gross, tax }: Part) => gross === 0 && tax === 0

function byRate(one: RateFigures, other: RateFigures): number {
  return new BigNumber(one.rate ?? Infinity).comparedTo(other.rate ?? Infinity) ?? 0
}

/** What the totals are more than the lines. */
const openOf = (purchase: Purchase, lines: Part[]): Part => ({
  gross: purchase.amount - grossOf(lines),
  tax: (purchase.vatAmount ?? taxOf(lines)) - taxOf(lines),
})

/** Tills round each row, so totals and rows may differ by a unit for each of them. */
const isRounding = (open: number, lines: unknown[]) => Math.abs(open) <= lines.length

function isExplainedBy(purchase: Purchase, lines: TaxedLine[]): boolean {
  const open = openOf(purchase, lines)
  return isRounding(open.gross, lines) && isRounding(open.tax, lines)
}

/** Adds the lines up by rate, and leads them to the receipt's totals. */
function reconcile(purchase: Purchase, lines: TaxedLine[]) {
  const open = openOf(purchase, lines)
  const rates = new Set(lines.flatMap(({ rate }) => (rate === null ? [] : [rate])))
  const rated = [...rates].map((rate) => {
    const parts = lines.filter((line) => line.rate === rate)
    return { rate, gross: grossOf(parts), tax: taxOf(parts) }
  })
  const taxes = spread(
    rated.map(({ tax }) => tax),
    isRounding(open.tax, lines) ? open.tax : 0
  )
  const taxed = rated.map((part, index) => ({ ...part, tax: taxes[index] ?? part.tax }))
  // Gross figures that are right stay; else it is the net ones that the rows tell, and a tax moves its gross along.
  const missing = isRounding(open.gross, lines) ? open.gross : 0
  const nets = spread(
    rated.map(({ gross, tax }) => gross - tax),
    missing - (sum(taxes) - taxOf(rated))
  )
  const grosses = nets.map((net, index) => net + (taxes[index] ?? 0))
  const reconciled =
    missing === 0 ? taxed : taxed.map((part, index) => ({ ...part, gross: grosses[index] ?? part.gross }))
  return {
    rated: reconciled,
    unrated: { gross: purchase.amount - grossOf(reconciled), tax: taxOf(lines) + open.tax - taxOf(reconciled) },
  }
}

/** Integers that add up to `open` more than before, in proportion to what they are; where all are 0 they stay. */
function spread(amounts: number[], open: number): number[] {
  const weights = amounts.map(Math.abs)
  if (sum(weights) === 0) {
    return amounts
  }
  const shares = allocate(open, weights)
  return amounts.map((amount, index) => amount + (shares[index] ?? 0))
}

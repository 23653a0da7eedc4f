import { BigNumber } from "bignumber.js"
import type { Purchase, PurchaseDiscount } from "../pos-api/contract"
import { allocate } from "./allocate"
import { isRefund, reverseRefund } from "./refund"
import { printedAmount } from "./printed-amount"
import { taxedLinesOf, taxOf, vatByRate } from "./vat-by-rate"
import { sum } from "./sum"

/** What is printed between a receipt's rows and its total, in minor units; negative on a refund. */
export type SheetLines = {
  /** by what each discount on the whole receipt lowers it; null: it says neither an amount nor a percentage */
  discounts: (number | null)[]
  serviceCharge: number
  /** as far as the total contains it */
  tip: number
  /** tax that comes on top of the rows, which are net; 0 where their prices include it */
  addedTax: number
  /** what is left for all lines to add up to the total */
  difference: number
}

/** 0 stays 0, not -0. */
const reverse = (amount: number) => 0 - amount

/** The lines of a receipt besides its rows. Rows, these lines and the difference add up to the receipt's amount exactly. */
export function sheetLines(purchase: Purchase): SheetLines {
  if (!isRefund(purchase)) {
    return linesOf(purchase)
  }
  const { discounts, serviceCharge, tip, addedTax, difference } = linesOf(reverseRefund(purchase))
  return {
    discounts: discounts.map((amount) => (amount === null ? null : reverse(amount))),
    serviceCharge: reverse(serviceCharge),
    tip: reverse(tip),
    addedTax: reverse(addedTax),
    difference: reverse(difference),
  }
}

function linesOf(sale: Purchase): SheetLines {
  const rows = sum(sale.products.map(printedAmount))
  const serviceCharge = sale.serviceCharge?.amount ?? 0
  const charged = sale.products.length + (sale.serviceCharge ? 1 : 0)
  const tip = sum(
    taxedLinesOf(sale)
      .slice(charged)
      .map(({ gross }) => gross)
  )
  const addedTax = sale.taxationMode === "EXCLUSIVE" ? taxOf(vatByRate(sale)) : 0
  const before = rows + serviceCharge + tip + addedTax
  const discounts = discountsOf(sale, before - sale.amount)
  const difference = sale.amount - before + sum(discounts.map((amount) => amount ?? 0))
  return { discounts, serviceCharge, tip, addedTax, difference }
}

/**
 * What each discount takes off. Its value is what the POS computed, its amount what was typed in: whichever of them makes
 * the total. One that says only a percentage takes off what is open where that is its percentage but for rounding.
 * @param wanted what all of them must take off for the lines to add up
 */
function discountsOf(sale: Purchase, wanted: number): (number | null)[] {
  const discounts = sale.discounts ?? []
  const byValue = discounts.map(({ value, amount }) => magnitude(value ?? amount))
  const byAmount = discounts.map(({ value, amount }) => magnitude(amount ?? value))
  const isWanted = (amounts: (number | null)[]) => sum(amounts.map((amount) => amount ?? 0)) === wanted
  const stated = !isWanted(byValue) && isWanted(byAmount) ? byAmount : byValue
  const open = wanted - sum(stated.map((amount) => amount ?? 0))
  const computed = percentagesOf(sale, discounts, stated, open)
  return stated.map((amount, index) => amount ?? computed[index] ?? null)
}

/** Refunds tell it with either sign. */
const magnitude = (amount: number | null | undefined) =>
  typeof amount === "number" ? new BigNumber(amount).abs().decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber() : null

/** Of discounts that say only a percentage what they take off, by their places. */
function percentagesOf(
  sale: Purchase,
  discounts: PurchaseDiscount[],
  stated: (number | null)[],
  open: number
): (number | null)[] {
  const percentages = discounts.map(({ percentage }, index) => (stated[index] === null ? (percentage ?? null) : null))
  const known = percentages.map((percentage) => percentage ?? 0)
  const base = (isMeant: (type: string) => boolean) =>
    sum(sale.products.filter(({ type }) => isMeant(type)).map((row) => Math.max(printedAmount(row), 0)))
  // Successive percentages take off a little less than their sum.
  const kept = known.reduce(
    (rest, percentage) => rest.times(new BigNumber(100).minus(percentage)).div(100),
    new BigNumber(1)
  )
  const off = new BigNumber(1).minus(kept)
  const expected = [base((type) => type !== "GIFTCARD"), base(() => true)].map((amount) => off.times(amount))
  const rounding = sale.products.length + percentages.length
  const isExplained = open > 0 && expected.some((amount) => amount.minus(open).abs().isLessThanOrEqualTo(rounding))
  const whole = isExplained ? open : (expected[0]?.decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber() ?? 0)
  const shares = allocate(whole, known)
  return percentages.map((percentage, index) => (percentage === null ? null : (shares[index] ?? 0)))
}

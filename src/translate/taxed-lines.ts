import { BigNumber } from "bignumber.js"
import type { Purchase } from "../pos-api/contract"
import { allocate } from "./allocate"
import { roundMinor } from "./money"
import { type DraftLine, draftRow, draftServiceCharge, namesRate, rateOf } from "./receipt-line"
import { tipWithin } from "./tip-within"
import { sum } from "./sum"

/** A row of a receipt with its tax, in whole minor units as tills round them. `rate` is percent, null when none is named. */
export type TaxedLine = { rate: string | null; gross: number; tax: number }

type Draft = TaxedLine & {
  /** whether its share of the purchase's discount may still have to come off */
  isDiscountable: boolean
}

/**
 * The rows and the service charge of a sale after all discounts, and its tip, which has no tax.
 * @param readTaxable whether to believe the rows' taxable amounts, which are net of tax after all discounts
 */
export function toTaxedLines(purchase: Purchase, readTaxable: boolean): TaxedLine[] {
  const taxIncluded = purchase.taxationMode !== "EXCLUSIVE"
  const rows = purchase.products.map((row) => {
    const taxable = readTaxable && namesRate(row) ? row.rowTaxableAmount : null
    return toDraft(draftRow(row, taxIncluded), taxable ?? null)
  })
  const { serviceCharge } = purchase
  const drafts = serviceCharge ? [...rows, toDraft(draftServiceCharge(serviceCharge, taxIncluded), null)] : rows
  const charged = sum(drafts.map(({ gross }) => gross))
  const tip = tipOf(purchase, charged, drafts.length)
  const lines = takeDiscount(purchase, drafts, charged + tip - purchase.amount)
  return tip === 0 ? lines : [...lines, { rate: null, gross: tip, tax: 0 }]
}

function toDraft({ kind, row, gross: charged }: DraftLine, told: number | null): Draft {
  const rate = rateOf(row)
  const gross = inMinorUnits(charged)
  const taxable = told === null ? null : inMinorUnits(told)
  const named = { rate: namesRate(row) ? rate.toFixed() : null }
  if (taxable === null) {
    const isDiscountable = kind === "product" || kind === "custom-amount"
    return { ...named, gross, tax: taxWithin(gross, rate), isDiscountable }
  }
  const tax = new BigNumber(taxable).times(rate).div(100)
  // Where the row's own price agrees, the till has rounded that; else a discount on the purchase has come off.
  const isWhole = tax
    .minus(gross - taxable)
    .abs()
    .isLessThanOrEqualTo(rate.div(100).plus(1).div(2))
  const rounded = isWhole ? gross - taxable : roundMinor(tax).toNumber()
  return { ...named, gross: taxable + rounded, tax: rounded, isDiscountable: false }
}

/** A row's figures are declared as numbers, not as integers. */
function inMinorUnits(amount: number): number {
  return roundMinor(new BigNumber(amount)).toNumber()
}

function taxWithin(gross: number, rate: BigNumber): number {
  return roundMinor(new BigNumber(gross).times(rate).div(rate.plus(100))).toNumber()
}

/** What of the amount is a tip: all that was given where that explains the amount but for rounding. */
function tipOf(purchase: Purchase, charged: number, rounding: number): number {
  const given = sum(purchase.payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))
  const open = purchase.amount - charged
  const isExplained = Math.abs(open) > rounding && Math.abs(open - given) <= rounding
  return isExplained ? given : tipWithin(purchase, charged)
}

/** Takes the purchase's discount off the lines that do not have it yet. */
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

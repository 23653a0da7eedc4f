import { BigNumber } from "bignumber.js"
import type { PurchaseRow } from "../../pos-api/contract"
import { type DraftRow, roundHalfUp } from "./compose-rows"

/** What a purchase comes to; all in minor units. */
export type Totals = {
  /** with what is taxed of each row */
  rows: PurchaseRow[]
  /** rows and service charge with their taxes, without a tip */
  amount: number
  vatAmount: number
  /** tax percentage as text ("25") → tax, as specified */
  groupedVatAmounts: Record<string, number>
  /** tax percentage as text ("25.0") → turnover with tax, which is what the running service groups */
  groupedTurnover: Record<string, number>
}

type Charge = { amount: number; taxPercentage: number }

/**
 * Adds a purchase up: purchase-wide discounts come after the rows and are shared by them in proportion; tax is in the
 * prices (INCLUSIVE) or comes on top (EXCLUSIVE), rounded for each row. Works for refunds too, where totals are
 * negative.
 */
export function settleTotals(drafts: DraftRow[], discount: number, charge: Charge | null, exclusive: boolean): Totals {
  const shares = shareDiscount(drafts, discount)
  const taxed = drafts.map(({ total, taxPercentage }, index) =>
    withTax(total - (shares[index] ?? 0), taxPercentage, exclusive)
  )
  const charged = charge ? [withTax(charge.amount, charge.taxPercentage, exclusive)] : []
  const parts = [...taxed, ...charged]
  const groupedVatAmounts: Record<string, number> = {}
  const groupedTurnover: Record<string, number> = {}
  for (const { rate, vat, taxable } of parts) {
    groupedVatAmounts[rate] = (groupedVatAmounts[rate] ?? 0) + vat
    const key = rate.includes(".") ? rate : `${rate}.0`
    groupedTurnover[key] = (groupedTurnover[key] ?? 0) + taxable + vat
  }
  return {
    rows: drafts.map(({ row }, index) => ({ ...row, rowTaxableAmount: taxed[index]?.taxable ?? 0 })),
    amount: parts.reduce((sum, { taxable, vat }) => sum + taxable + vat, 0),
    vatAmount: parts.reduce((sum, { vat }) => sum + vat, 0),
    groupedVatAmounts,
    groupedTurnover,
  }
}

/** Shares that add up to the discount exactly: each is what the running total grows by, rounded. */
function shareDiscount(drafts: DraftRow[], discount: number): number[] {
  const weights = drafts.map(({ total, isDiscountable }) => (isDiscountable ? total : 0))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let [running, given] = [0, 0]
  return weights.map((weight) => {
    running += weight
    const until = whole === 0 ? 0 : roundHalfUp(new BigNumber(discount).times(running).div(whole))
    const share = until - given
    given = until
    return share
  })
}

/** The tax in an amount, or on it; all in minor units. */
export function taxOf(amount: number, taxPercentage: number, exclusive: boolean): number {
  return roundHalfUp(new BigNumber(amount).times(taxPercentage).div(exclusive ? 100 : 100 + taxPercentage))
}

function withTax(amount: number, taxPercentage: number, exclusive: boolean) {
  const vat = taxOf(amount, taxPercentage, exclusive)
  return { rate: String(taxPercentage), vat, taxable: exclusive ? amount : amount - vat }
}

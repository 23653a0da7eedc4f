import { BigNumber } from "bignumber.js"
import { finiteText } from "./row-values"

/** The totals that Medusa keeps of each version of an order. */
const TOTALS = [
  "paid_total",
  "refunded_total",
  "accounting_total",
  "credit_line_total",
  "transaction_total",
  "pending_difference",
  "current_order_total",
  "original_order_total",
] as const

/** Each as a number to show and as text to reckon with. @throws NonFiniteAmountError */
export function summaryTotals(totals: Record<(typeof TOTALS)[number], BigNumber.Value>): Record<string, unknown> {
  return Object.fromEntries(
    TOTALS.flatMap((name): [string, unknown][] => {
      const value = new BigNumber(totals[name])
      return [
        [name, value.toNumber()],
        [`raw_${name}`, { value: finiteText(name, value), precision: 20 }],
      ]
    })
  )
}

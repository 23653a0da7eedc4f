import type { ListedPayout } from "../../../../modules/pos/queries/finance/list-payouts"

/** A payout; `net` is what the bank received, negative for money that was taken back. All in minor units. */
export function presentPayout(payout: ListedPayout) {
  return {
    ...payout,
    net: -payout.amount,
    difference_reason: payout.state === "difference" ? "unexplained difference" : null,
  }
}

import type { ListedPayout } from "../../../../features/finance"

/**
 * Converts a payout for the API; `net` is what the bank received, negative for money that was taken back. All amounts
 * in minor units.
 */
export function presentPayout(payout: ListedPayout) {
  return {
    ...payout,
    net: -payout.amount,
    difference_reason: payout.state === "difference" ? "unexplained difference" : null,
  }
}

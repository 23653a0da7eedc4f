import type { ComparedPayout } from "../../modules/pos/queries/finance/compare-payouts"
import type { FoundMoneyDifference } from "../../modules/pos/queries/finance/money-differences"

/** What is wrong with a payout; null when its rows make its amount, as they did when it was composed. */
export function judgePayout(payout: ComparedPayout, currencyCode: string): FoundMoneyDifference | null {
  const changed = payout.present - payout.composed
  if (payout.difference === 0 && changed === 0) {
    return null
  }
  return {
    ...{ kind: "payout", subject: payout.id, cause: changed === 0 ? "unexplained" : "rows-changed" },
    // The account has what goes to the bank as negative; the rows would have made this of it.
    ...{ expected: payout.amount - payout.difference - changed, found: payout.amount },
    ...{ currency_code: currencyCode, occurred_at: payout.occurred_at },
  }
}

import type { BrandNames } from "../../pos-api/contract"
import type { Periodicity } from "./ledger-state"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Hour of the day, UTC, at which payments reach the liquid account, and at which payouts leave it. */
const SETTLEMENT_HOUR = 3
const PAYOUT_HOUR = 5

/** A payout that fails comes back after two days. */
export const FAILED_PAYOUT_DELAY_MS = 2 * DAY_MS

/** How a payment comes to the account: after whole days, less a fee in hundredths of a percent. */
export type Terms = { days: number; feeBasisPoints: number; type: string }

/**
 * Terms by payment type; what is not listed (cash, gift cards, wallets) never passes the account.
 * @param isObserved as observed an invoice does not either, unless it is paid by card
 */
export function termsByType({ paymentTypes }: BrandNames, isObserved: boolean): ReadonlyMap<string, Terms> {
  const invoice: [string, Terms] = [paymentTypes.invoice, { days: 10, feeBasisPoints: 295, type: "INVOICE_PAYMENT" }]
  return new Map([
    [paymentTypes.card, { days: 1, feeBasisPoints: 185, type: "PAYMENT" }],
    [paymentTypes.tapOnPhone, { days: 1, feeBasisPoints: 185, type: "PAYMENT" }],
    [paymentTypes.cardOnline, { days: 2, feeBasisPoints: 250, type: "PAYMENT" }],
    [paymentTypes.paymentLink, { days: 2, feeBasisPoints: 250, type: "PAYMENT" }],
    ...(isObserved ? [] : [invoice]),
    ["DEFERRED_PAY", { days: 3, feeBasisPoints: 290, type: "PAYMENT" }],
  ])
}

/** The type of a payment's fee: PAYMENT_FEE, INVOICE_PAYMENT_FEE. */
export const feeType = (type: string) => `${type}_FEE`

const midnight = (at: number) => Math.floor(at / DAY_MS) * DAY_MS

/** When a payment made `at` (epoch milliseconds) reaches the liquid account. */
export function settlementTime(at: number, { days }: Terms): number {
  return midnight(at) + days * DAY_MS + SETTLEMENT_HOUR * HOUR_MS
}

/** The first payout after `at`: every day, every Monday, or every first of a month, at 05:00 UTC. */
export function nextPayoutTime(at: number, periodicity: Periodicity): number {
  let day = midnight(at)
  for (;;) {
    const time = day + PAYOUT_HOUR * HOUR_MS
    if (time > at && isPayoutDay(new Date(day), periodicity)) {
      return time
    }
    day += DAY_MS
  }
}

function isPayoutDay(day: Date, periodicity: Periodicity): boolean {
  switch (periodicity) {
    case "DAILY":
      return true
    case "WEEKLY":
      return day.getUTCDay() === 1
    case "MONTHLY":
      return day.getUTCDate() === 1
  }
}

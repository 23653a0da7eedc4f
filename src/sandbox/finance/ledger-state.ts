/** A row of an account: `at` in epoch milliseconds, `amount` in minor units, `uuid` of what originated it. */
export type LedgerEntry = { at: number; amount: number; type: string; uuid: string }

/** A payment on its way to the liquid account; `fee` is what is taken of it (negative), or given back (positive). */
export type PendingPayment = { settlesAt: number; amount: number; fee: number; type: string; uuid: string }

export const PERIODICITIES = ["DAILY", "WEEKLY", "MONTHLY"] as const

export type Periodicity = (typeof PERIODICITIES)[number]

/** The account of one organisation. Entries are in order of time; everything up to `settledUntil` has happened. */
export type LedgerState = {
  liquid: LedgerEntry[]
  preliminary: LedgerEntry[]
  pending: PendingPayment[]
  /** payouts that the bank will send back, by the time that happens */
  failing: { at: number; amount: number; uuid: string }[]
  /** of the liquid account, minor units */
  balance: number
  settledUntil: number | null
  periodicity: Periodicity
  /** a balance below this many minor units stays on the account */
  minimumPayout: number
  /** so many of the next payouts fail */
  failPayouts: number
}

export function createLedger(): LedgerState {
  return {
    liquid: [],
    preliminary: [],
    pending: [],
    failing: [],
    balance: 0,
    settledUntil: null,
    periodicity: "DAILY",
    minimumPayout: 100,
    failPayouts: 0,
  }
}

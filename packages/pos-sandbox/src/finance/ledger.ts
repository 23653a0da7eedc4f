import { v1 as uuidVersion1 } from "uuid"
import { ACCOUNT_TYPE_GROUPS, type BrandNames, type PurchasePayment } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { LedgerEntry, LedgerState, OrganizationState, PendingPayment, Periodicity } from "../state/organization"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Hour of the day, UTC, at which payments reach the liquid account, and at which payouts leave it. */
const SETTLEMENT_HOUR = 3
const PAYOUT_HOUR = 5

/** A payout that fails comes back after two days. */
const FAILED_PAYOUT_DELAY_MS = 2 * DAY_MS

/** How a payment comes to the account: after whole days, less a fee in hundredths of a percent. */
type Terms = { days: number; feeBasisPoints: number; type: string; isCard?: boolean }

/**
 * Terms by payment type; what is not listed (cash, gift cards, wallets) never passes the account.
 * @param isObserved as observed an invoice does not either, unless it is paid by card
 */
function termsByType({ paymentTypes }: BrandNames, isObserved: boolean): ReadonlyMap<string, Terms> {
  const terms = new Map<string, Terms>([
    [paymentTypes.card, { days: 1, feeBasisPoints: 185, type: "PAYMENT", isCard: true }],
    [paymentTypes.tapOnPhone, { days: 1, feeBasisPoints: 185, type: "PAYMENT", isCard: true }],
    [paymentTypes.cardOnline, { days: 2, feeBasisPoints: 250, type: "PAYMENT", isCard: true }],
    [paymentTypes.paymentLink, { days: 2, feeBasisPoints: 250, type: "PAYMENT", isCard: true }],
    ["DEFERRED_PAY", { days: 3, feeBasisPoints: 290, type: "PAYMENT" }],
    ["KLARNA", { days: 3, feeBasisPoints: 290, type: "PAYMENT" }],
  ])
  if (!isObserved) {
    terms.set(paymentTypes.invoice, { days: 10, feeBasisPoints: 295, type: "INVOICE_PAYMENT" })
  }
  return terms
}

/** The type of a payment's fee: PAYMENT_FEE, INVOICE_PAYMENT_FEE. */
const feeType = (type: string) => `${type}_FEE`

const midnight = (at: number) => Math.floor(at / DAY_MS) * DAY_MS

/** When a payment made `at` (epoch milliseconds) reaches the liquid account. */
function settlementTime(at: number, { days }: Terms): number {
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

/**
 * Lets everything happen on the account that is due by `now` (epoch milliseconds): payments settle, payouts leave,
 * failed ones come back, each at its own time. Nothing runs in between, so it is called before every look.
 */
function settleLedger(ledger: LedgerState, now: number): void {
  ledger.pending.sort((left, right) => left.settlesAt - right.settlesAt)
  const arriving = ledger.pending.splice(0, countUntil(ledger.pending, now))
  const begin = ledger.settledUntil ?? arriving[0]?.settlesAt ?? now
  let index = 0
  const settleUntil = (time: number) => {
    for (let payment = arriving[index]; payment && payment.settlesAt <= time; payment = arriving[++index]) {
      settle(ledger, payment)
    }
    returnFailed(ledger, time)
  }
  const { periodicity } = ledger
  for (let time = nextPayoutTime(begin - 1, periodicity); time <= now; time = nextPayoutTime(time, periodicity)) {
    settleUntil(time)
    payOut(ledger, time)
  }
  settleUntil(now)
  if (arriving.length > 0) {
    // Sorted once: a settled payment is between newer ones, and a place for each would move all of them each time.
    ledger.preliminary.sort((left, right) => left.at - right.at)
  }
  ledger.settledUntil = now + 1
}

function countUntil(pending: PendingPayment[], now: number): number {
  const first = pending.findIndex(({ settlesAt }) => settlesAt > now)
  return first === -1 ? pending.length : first
}

function settle(ledger: LedgerState, { settlesAt, amount, fee, type, uuid, isCard = false }: PendingPayment): void {
  enter(ledger, { at: settlesAt, amount, type, uuid, isCard })
  enter(ledger, { at: settlesAt, amount: fee, type: feeType(type), uuid, isCard })
  ledger.preliminary.push({ at: settlesAt, amount: -(amount + fee), type: "PAYMENT_PAYOUT", uuid })
}

function payOut(ledger: LedgerState, at: number): void {
  const amount = ledger.balance
  if (amount < Math.max(ledger.minimumPayout, 1)) {
    return
  }
  const uuid = uuidVersion1({ msecs: at })
  enter(ledger, { at, amount: -amount, type: "PAYOUT", uuid })
  if (ledger.failPayouts > 0) {
    ledger.failPayouts--
    ledger.failing.push({ at: at + FAILED_PAYOUT_DELAY_MS, amount, uuid })
  }
}

function returnFailed(ledger: LedgerState, now: number): void {
  const dueFailures = ledger.failing.filter(({ at }) => at <= now)
  ledger.failing = ledger.failing.filter(({ at }) => at > now)
  dueFailures.forEach(({ at, amount, uuid }) => enter(ledger, { at, amount, type: "FAILED_PAYOUT", uuid }))
}

/** Enters a row of the liquid account. */
export function enter(ledger: LedgerState, entry: LedgerEntry): void {
  insert(ledger.liquid, entry)
  ledger.balance += entry.amount
}

/** Rows stay in order of time; nearly all come last. */
function insert(entries: LedgerEntry[], entry: LedgerEntry): void {
  let position = entries.length
  while (position > 0 && (entries[position - 1]?.at ?? 0) > entry.at) {
    position--
  }
  entries.splice(position, 0, entry)
}

/** The fee of a payment. Half a minor unit rounds away from 0, so that a refund returns the whole fee of its sale. */
function getFee(amount: number, { feeBasisPoints }: Terms): number {
  const size = Math.round((Math.abs(amount) * feeBasisPoints) / 10_000)
  // Subtracted from 0, since the fee of a very small payment must not be "-0".
  return amount < 0 ? size : 0 - size
}

/** Puts the payments of a purchase on their way: to the preliminary account at once, to the liquid one in time. */
export function bookPayments(
  context: Pick<SandboxContext, "brand" | "state">,
  organization: OrganizationState,
  payments: PurchasePayment[],
  at: Date
): void {
  const terms = termsByType(context.brand, speaksField(context, "financeShape"))
  const { ledger } = organization
  const time = at.getTime()
  for (const { uuid, type, amount } of payments) {
    const term = terms.get(type)
    if (!term || amount === 0) {
      continue
    }
    const fee = getFee(amount, term)
    const { isCard = false } = term
    ledger.preliminary.push({ at: time, amount, type: term.type, uuid, isCard })
    ledger.preliminary.push({ at: time, amount: fee, type: feeType(term.type), uuid, isCard })
    ledger.pending.push({ settlesAt: settlementTime(time, term), amount, fee, type: term.type, uuid, isCard })
  }
}

/** The ledger of an organization as it is by the sandbox's clock. */
export function readLedger({ clock }: Pick<SandboxContext, "clock">, { ledger }: OrganizationState): LedgerState {
  settleLedger(ledger, clock.now().getTime())
  return ledger
}

/** @throws HttpError 400 for a group that there is not */
export function getAccount(ledger: LedgerState, group: string | undefined): LedgerEntry[] {
  const groupName = ACCOUNT_TYPE_GROUPS.find((name) => name === group?.toLowerCase())
  if (!groupName) {
    throw new HttpError(400, "BAD_REQUEST", `There is no account group ${group}`)
  }
  return ledger[groupName]
}

/** The balance in minor units at a moment (epoch milliseconds), without later movements. */
export function sumUntil(entries: LedgerEntry[], at = Infinity): number {
  return entries.reduce((sum, entry) => (entry.at <= at ? sum + entry.amount : sum), 0)
}

/** What the next payout takes of a balance in minor units: all of it, or nothing below the smallest payout. */
export function nextPayoutAmount(balance: number, { minimumPayout }: LedgerState): number {
  return balance >= minimumPayout ? balance : 0
}

export type Selection = {
  /** Epoch milliseconds, inclusive. */
  from: number
  /** Epoch milliseconds, exclusive. */
  until: number
  limit: number
  offset: number
  /** Null for all types. */
  types: ReadonlySet<string> | null
}

/** Rows of the period, newest first (as observed); `typeOf` is the word for a row's type in the asking interface. */
export function selectTransactions(
  entries: LedgerEntry[],
  { from, until, limit, offset, types }: Selection,
  typeOf: (entry: LedgerEntry) => string
): LedgerEntry[] {
  const page: LedgerEntry[] = []
  let skipped = 0
  for (let index = firstAt(entries, until) - 1; index >= 0 && page.length < limit; index--) {
    const entry = entries[index]
    if (!entry || entry.at < from) {
      break
    }
    if (types === null || types.has(typeOf(entry))) {
      if (skipped < offset) {
        skipped++
      } else {
        page.push(entry)
      }
    }
  }
  return page
}

/** The place of the first entry at or after a time. */
function firstAt(entries: LedgerEntry[], time: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const isBefore = (entries[middle]?.at ?? 0) < time
    low = isBefore ? middle + 1 : low
    high = isBefore ? high : middle
  }
  return low
}

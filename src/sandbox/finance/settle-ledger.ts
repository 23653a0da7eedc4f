import { v1 as uuidVersion1 } from "uuid"
import type { LedgerEntry, LedgerState, PendingPayment } from "./ledger-state"
import { FAILED_PAYOUT_DELAY_MS, feeType, nextPayoutTime } from "./settlement-terms"

/**
 * Lets everything happen on the account that is due by `now` (epoch milliseconds): payments settle, payouts leave,
 * failed ones come back, each at its own time. Nothing runs in between, so it is called before every look.
 */
export function settleLedger(ledger: LedgerState, now: number): void {
  ledger.pending.sort((one, other) => one.settlesAt - other.settlesAt)
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
    // Sorted once: what settles stands between newer payments, and a place for each would move all of them each time.
    ledger.preliminary.sort((one, other) => one.at - other.at)
  }
  ledger.settledUntil = now + 1
}

function countUntil(pending: PendingPayment[], now: number): number {
  const first = pending.findIndex(({ settlesAt }) => settlesAt > now)
  return first === -1 ? pending.length : first
}

function settle(ledger: LedgerState, { settlesAt, amount, fee, type, uuid }: PendingPayment): void {
  enter(ledger, { at: settlesAt, amount, type, uuid })
  enter(ledger, { at: settlesAt, amount: fee, type: feeType(type), uuid })
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
  const due = ledger.failing.filter(({ at }) => at <= now)
  ledger.failing = ledger.failing.filter(({ at }) => at > now)
  due.forEach(({ at, amount, uuid }) => enter(ledger, { at, amount, type: "FAILED_PAYOUT", uuid }))
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

import { ACCOUNT_TYPE_GROUPS } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { LedgerEntry, LedgerState, OrganizationState } from "../state/organization"
import { settleLedger } from "./settle-ledger"

/** The ledger of an organization as it is by the sandbox's clock. */
export function readLedger({ clock }: Pick<SandboxContext, "clock">, { ledger }: OrganizationState): LedgerState {
  settleLedger(ledger, clock.now().getTime())
  return ledger
}

/** @throws HttpError 400 for a group that there is not */
export function getAccount(ledger: LedgerState, group: string | undefined): LedgerEntry[] {
  const known = ACCOUNT_TYPE_GROUPS.find((name) => name === group?.toLowerCase())
  if (!known) {
    throw new HttpError(400, "BAD_REQUEST", `There is no account group ${group}`)
  }
  return ledger[known]
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

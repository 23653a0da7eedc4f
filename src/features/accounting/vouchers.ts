import {
  BOOK_KINDS,
  type BookKind,
  type AccountingSettings,
  type Entry,
  type EntryCause,
  type VoucherKind,
} from "../../contract/accounting"
import { PosError } from "../../modules/pos/errors"
import { sumEntries } from "./rules"
import type { JournalEntry } from "./store"

/** The accounting of a period cannot be exported as requested; the message says what to change. */
export class AccountingExportError extends PosError {
  constructor(message: string) {
    super("pos_accounting_export_failed", message)
    this.name = "AccountingExportError"
  }
}

/**
 * Entries with equal debit and credit. `day`: booked on; `ofDay`: when it happened, a different day where that was
 * closed; `cause`: why it is different.
 */
export type Voucher = {
  kind: VoucherKind
  day: string
  ofDay: string
  reference: string | null
  cause: EntryCause | null
  entries: Entry[]
}

/** A journal entry without its source. */
export type BookedEntry = Omit<JournalEntry, "source" | "source_key">

const ORDER: VoucherKind[] = ["sales", "account", "payout"]

const getKey = ({ kind, day, ofDay, reference, cause }: Omit<Voucher, "entries">) =>
  [day, ORDER.indexOf(kind), ofDay, reference ?? "", cause ?? ""].join(" ")

/** Sorts lines by kind and rate, so that the order does not depend on the order of booking. */
const byAccount = (first: Entry, second: Entry): number =>
  BOOK_KINDS.indexOf(first.kind) - BOOK_KINDS.indexOf(second.kind) || Number(first.rate) - Number(second.rate)

/** Collects entries into the vouchers of a period. */
export class Journal {
  private readonly vouchers_ = new Map<string, Voucher>()

  /** @param period both days inclusive; entries of other days are left out */
  constructor(private readonly period: { from: string; to: string }) {}

  add({ kind, day, of_day: ofDay, reference, cause, lines }: BookedEntry): void {
    if (day < this.period.from || day > this.period.to) {
      return
    }
    const key = getKey({ kind, day, ofDay, reference, cause })
    const entries = sumEntries([...(this.vouchers_.get(key)?.entries ?? []), ...lines])
    this.vouchers_.set(key, { kind, day, ofDay, reference, cause, entries })
  }

  /** Vouchers by day, sales first, with their lines in the order of {@link BOOK_KINDS}; empty vouchers are left out. */
  vouchers(): Voucher[] {
    return [...this.vouchers_]
      .filter(([, { entries }]) => entries.length > 0)
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([, voucher]) => ({ ...voucher, entries: [...voucher.entries].sort(byAccount) }))
  }
}

/** A line of a voucher with its account. */
export type Posting = Entry & { account: string }

export type PostedVoucher = Omit<Voucher, "entries"> & { lines: Posting[] }

/** Account kinds that replace one without an account: a first import may have unassigned payments unexpectedly. */
const STANDS_IN: Partial<Record<BookKind, BookKind>> = { unassigned_payments: "differences" }

/** Finds the account of each entry. @throws AccountingExportError that names every kind without an account */
export function postVouchers(vouchers: Voucher[], accounting: AccountingSettings): PostedVoucher[] {
  const missing = new Set<string>()
  const getAccount = ({ kind, rate }: Entry): string => {
    const ofRate =
      kind === "sales" || kind === "vat"
        ? accounting.rates.find((configured) => configured.rate === rate)?.[kind]
        : undefined
    const account = ofRate ?? accounting.accounts[kind] ?? accounting.accounts[STANDS_IN[kind] ?? kind]
    if (account === undefined) {
      missing.add(getName(kind, rate))
    }
    return account ?? ""
  }
  const posted = vouchers.map(({ entries, ...voucher }) => ({
    ...voucher,
    lines: entries.map((entry) => ({ ...entry, account: getAccount(entry) })),
  }))
  if (missing.size > 0) {
    throw new AccountingExportError(
      `These have no account yet: ${[...missing].sort().join(", ")}. ` +
        "Enter their accounts in the settings of the connection, under Accounting."
    )
  }
  return posted
}

/**
 * Rates in percent that occur without accounts of their own, while other rates have some: probably one was forgotten.
 */
export function ratesOnGeneralAccounts(vouchers: Voucher[], { rates }: AccountingSettings): string[] {
  const ownRates = new Set(rates.map(({ rate }) => rate))
  const occurring = vouchers.flatMap(({ entries }) => entries.flatMap(({ rate }) => rate ?? []))
  return ownRates.size === 0
    ? []
    : [...new Set(occurring)].filter((rate) => !ownRates.has(rate)).sort((a, b) => Number(a) - Number(b))
}

const getName = (kind: BookKind, rate: string | null) =>
  rate === null ? kind.replaceAll("_", " ") : `${kind} at ${rate} %`

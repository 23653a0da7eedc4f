import type { BookLock } from "../../vocabulary/books"
import { bookMovement, isPayout } from "./book-movement"
import { bookingDay } from "./booking-day"
import { type Entry, sumEntries } from "./entries"

/** What one voucher holds: a day's sales, a day's fees and adjustments, or one payout. */
export type VoucherKind = "sales" | "account" | "payout"

/** Entries that come to nothing. `day`: booked on; `of`: the day it happened on, another where that was closed. */
export type Voucher = { kind: VoucherKind; day: string; of: string; reference: string | null; entries: Entry[] }

/** Something to book: days are the organisation's; `known`: when the shop wrote it down. */
type Happened = { day: string; known: Date }
export type BookedReceipt = Happened & { entries: Entry[] }
export type BookedMovement = Happened & { type: string; amount: number; reference: string }

/** Gathers what happened into the vouchers of a period, in the order of days. */
export class Journal {
  private readonly vouchers_ = new Map<string, Voucher>()

  /** @param period both days inclusive */
  constructor(
    private readonly period: { from: string; to: string },
    private readonly locks: BookLock[]
  ) {}

  addReceipt({ entries, ...happened }: BookedReceipt): void {
    this.add("sales", happened, null, entries)
  }

  addMovement({ type, amount, reference, ...happened }: BookedMovement): void {
    const kind = isPayout({ type, amount }) ? "payout" : "account"
    this.add(kind, happened, kind === "payout" ? reference : null, bookMovement({ type, amount }))
  }

  /** By day, sales first; without those that come to nothing. */
  vouchers(): Voucher[] {
    const order: VoucherKind[] = ["sales", "account", "payout"]
    const key = ({ day, kind, of, reference }: Voucher) => [day, order.indexOf(kind), of, reference ?? ""].join(" ")
    return [...this.vouchers_.values()]
      .filter(({ entries }) => entries.length > 0)
      .sort((one, other) => (key(one) < key(other) ? -1 : 1))
  }

  private add(kind: VoucherKind, { day: of, known }: Happened, reference: string | null, entries: Entry[]): void {
    const day = bookingDay(of, known, this.locks)
    if (day < this.period.from || day > this.period.to) {
      return
    }
    const key = [kind, day, of, reference].join(" ")
    const voucher = this.vouchers_.get(key)
    this.vouchers_.set(key, {
      ...{ kind, day, of, reference },
      entries: sumEntries([...(voucher?.entries ?? []), ...entries]),
    })
  }
}

import type { z } from "zod"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  BOOKING_VERSION,
  type BookLock,
  type AccountingSettings,
  type AccountingChoice,
  type Entry,
} from "../../contract/accounting"
import { OPEN_RUN_STATES } from "../../contract/processing"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import type { PosModuleService } from "../../modules/pos/service"
import { purchaseSchema } from "../../pos-api/contract"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { bringUpToDate } from "../finance"
import {
  type BookedSource,
  accountOfPayment,
  movementEntries,
  receiptEntries,
  bookTotals,
  isHistory,
  isPayout,
  placeEntry,
} from "./rules"
import {
  bookedMovementSchema,
  getBookedMovements,
  bookedReceiptSchema,
  getBookedReceipts,
  type BookPeriod,
  type JournalScope,
  type JournalEntry,
  storeJournalEntries,
  getKeptEntries,
  keptEntrySchema,
  readCoverage,
  type ReadInParts,
  readInParts,
  saveLocks,
} from "./store"
import { AccountingExportError, Journal, type Voucher } from "./vouchers"

/**
 * Reads the vouchers of a period: for closed days what was booked at the closing, for open days what receipts and
 * account transactions contain now. The first open day also has late entries and corrections.
 */
export async function readJournal(
  pos: Pick<PosModuleService, "stream">,
  period: JournalScope & { from: string; to: string },
  locks: BookLock[]
): Promise<Voucher[]> {
  const journal = new Journal(period)
  const lastClosed = locks.at(-1)?.until
  if (lastClosed !== undefined && period.from <= lastClosed) {
    await pos.stream(keptEntrySchema, getKeptEntries({ ...period, locks }), async (rows) => {
      rows.forEach((entry) => journal.add(entry))
    })
  }
  if (lastClosed === undefined || period.to > lastClosed) {
    const read: ReadInParts = async (row, query, take) => pos.stream(row, query, take)
    await readOpenEntries(read, { ...period, locks, storedBy: null }, async (entries) => {
      entries.forEach((entry) => journal.add(entry))
    })
  }
  return journal.vouchers()
}

/** Reads everything that belongs to the open days of a period, in parts. */
async function readOpenEntries(
  read: ReadInParts,
  period: BookPeriod,
  take: (entries: JournalEntry[]) => Promise<void>
): Promise<void> {
  const { locks } = period
  await read(bookedReceiptSchema, getBookedReceipts(period), async (rows) =>
    take(rows.flatMap((receipt) => entriesOfReceipt(receipt, locks)))
  )
  await read(bookedMovementSchema, getBookedMovements(period), async (rows) =>
    take(rows.flatMap((movement) => entriesOfMovement(movement, locks)))
  )
}

type Kept = { kept_of_day: string | null; kept_lines: Entry[][] | null }

const toStoredBooking = ({ kept_of_day: of_day, kept_lines: lines }: Kept): BookedSource["kept"] =>
  of_day === null || lines === null ? null : { of_day, lines: lines.flat() }

/** The journal entry of a receipt, and its payments, which mark the account transactions that are booked with it. */
function entriesOfReceipt(receipt: z.infer<typeof bookedReceiptSchema>, locks: BookLock[]): JournalEntry[] {
  const purchase = purchaseSchema.safeParse(receipt.payload)
  const storedBooking = toStoredBooking(receipt)
  if (!purchase.success && storedBooking) {
    // The receipt's amounts can no longer be read: what was booked for it stays.
    return []
  }
  const lines = purchase.success ? receiptEntries(purchase.data) : bookTotals(receipt.vat_by_rate ?? [])
  const { day, sold_at: at, purchase_uuid: source_key } = receipt
  const placed = placeEntry(
    { day, at, coverage: "receipts_from", lines, kept: storedBooking, isWithdrawn: false },
    locks
  )
  if (!placed) {
    return []
  }
  const shared = { kind: "sales" as const, reference: null }
  const payments = purchase.success ? purchase.data.payments.flatMap(({ uuid }) => uuid?.toLowerCase() ?? []) : []
  return [
    { source: "receipt", source_key, ...shared, ...placed },
    ...[...new Set(payments)].map((payment): JournalEntry => ({
      source: "payment",
      source_key: payment,
      ...shared,
      ...placed,
      lines: [],
    })),
  ]
}

function entriesOfMovement(movement: z.infer<typeof bookedMovementSchema>, locks: BookLock[]): JournalEntry[] {
  const { id, day, occurred_at: at, type, amount, is_withdrawn: isWithdrawn, payment_type } = movement
  const storedBooking = toStoredBooking(movement)
  const bookedAs = isBookedWithSale(movement, locks) ? accountOfPayment(payment_type, { type }) : null
  // When the receipt of a sale that was booked at a closing is gone, what was booked of its payment stays.
  const isPaymentGone = movement.is_sale_kept && payment_type === null
  const lines = isPaymentGone && storedBooking ? storedBooking.lines : movementEntries({ type, amount }, bookedAs)
  const placed = placeEntry(
    {
      day,
      at,
      coverage: "account_from",
      lines: isWithdrawn ? [] : lines,
      kept: storedBooking,
      isWithdrawn,
    },
    locks
  )
  if (!placed || placed.lines.length === 0) {
    return []
  }
  const isAlone = isPayout({ type, amount })
  return [
    {
      source: "transaction",
      source_key: id,
      kind: isAlone ? "payout" : "account",
      reference: isAlone ? movement.reference : null,
      ...placed,
    },
  ]
}

/** Whether a payment's receipt is booked: it was booked at a closing, or it is in the store and no history. */
function isBookedWithSale(
  { is_sale_kept, sold_at: at, sold_day: day }: z.infer<typeof bookedMovementSchema>,
  locks: BookLock[]
): boolean {
  return is_sale_kept || (at !== null && day !== null && !isHistory({ day, at, coverage: "receipts_from" }, locks))
}

type ClosingConnection = Pick<ConnectionRecord, "id" | "currency_code" | "time_zone">

/**
 * Combines a merchant's settings with the former closings. Closing days stores their entries, so that their amounts
 * stay the same; the closing takes effect when the caller saves the result.
 * @param connection null: it is being created, and has nothing to book yet
 * @throws AccountingExportError when closed days would be opened, or days that are not over would be closed
 */
export async function closeDays(
  container: MedusaContainer,
  connection: ClosingConnection | null,
  before: AccountingSettings,
  choice: AccountingChoice
): Promise<AccountingSettings> {
  const { locked_until: until } = choice
  if (until === before.locked_until) {
    return { ...choice, locks: before.locks }
  }
  if (until === null || (before.locked_until !== null && until < before.locked_until)) {
    throw new AccountingExportError(
      `The days until ${before.locked_until} are closed and stay closed, because they may be in your bookkeeping ` +
        "program already. Choose a later day, or leave it as it is."
    )
  }
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (until >= organizationDate(now, connection?.time_zone ?? null)) {
    throw new AccountingExportError(`${until} is not over yet. Choose a day that is.`)
  }
  if (!connection) {
    const lock = { until, at: now.toISOString(), receipts_from: null, account_from: null, version: BOOKING_VERSION }
    return { ...choice, locks: [...before.locks, lock] }
  }
  const importing = { connection_id: connection.id, kind: "backfill", state: [...OPEN_RUN_STATES] }
  const [backfill] = await pos.listPosRuns(importing)
  if (backfill) {
    throw new AccountingExportError(
      "Receipts of earlier days are being imported. Close the days when the import has finished."
    )
  }
  await bringUpToDate(container, connection.id)
  const locks = await adoptLocks(container, connection, before.locks)
  const lock = await pos.transaction(async (sql) => {
    const lock = await newLock(sql, connection.id, locks, until)
    await storeEntries(sql, getScope(connection), { lock, locks, storedBy: null })
    return lock
  })
  return { ...choice, locks: [...locks, lock] }
}

/**
 * Creates the entries of closings that an older version stored without any. They cover everything that was stored at
 * that time, which is what that version exported.
 * @returns all closings, each with its entries
 */
export async function adoptLocks(
  container: MedusaContainer,
  connection: ClosingConnection,
  locks: BookLock[]
): Promise<BookLock[]> {
  if (locks.every(({ version }) => version > 0)) {
    return locks
  }
  return container.resolve(POS_MODULE).transaction(async (sql) => {
    const adopted: BookLock[] = []
    for (const lock of locks) {
      if (lock.version === 0) {
        await storeEntries(sql, getScope(connection), { lock, locks: adopted, storedBy: new Date(lock.at) })
      }
      const known = { receipts_from: lock.receipts_from ?? EVER, account_from: lock.account_from ?? EVER }
      adopted.push(lock.version === 0 ? { ...lock, ...known, version: BOOKING_VERSION } : lock)
    }
    await saveLocks(sql, connection.id, adopted)
    return adopted
  })
}

/** The older version booked everything that came late. */
const EVER = new Date(0).toISOString()

const getScope = ({ id, currency_code, time_zone }: ClosingConnection): JournalScope => ({
  connectionId: id,
  currencyCode: currency_code,
  timeZone: knownTimeZone(time_zone),
})

async function newLock(sql: Sql, connectionId: string, locks: BookLock[], until: string): Promise<BookLock> {
  const { at, receipts_from, account_from } = await readCoverage(sql, connectionId)
  const earliest = (known: (string | null)[]) => known.filter((moment) => moment !== null).sort()[0] ?? null
  return {
    until,
    at: at.toISOString(),
    receipts_from: earliest([receipts_from?.toISOString() ?? null, ...locks.map((lock) => lock.receipts_from)]),
    account_from: earliest([account_from?.toISOString() ?? null, ...locks.map((lock) => lock.account_from)]),
    version: BOOKING_VERSION,
  }
}

/** Stores the entries up to a day, after the days that `locks` have closed. */
async function storeEntries(
  sql: Sql,
  scope: JournalScope,
  { lock, locks, storedBy }: { lock: BookLock; locks: BookLock[]; storedBy: Date | null }
): Promise<void> {
  const closing = { connectionId: scope.connectionId, currencyCode: scope.currencyCode, closedAt: lock.at }
  await readOpenEntries(
    readInParts(sql),
    { ...scope, from: null, to: lock.until, locks, storedBy },
    async (entries) => {
      const closed = entries.filter(({ day }) => day <= lock.until)
      if (closed.length > 0) {
        await storeJournalEntries(sql, closing, closed)
      }
    }
  )
}

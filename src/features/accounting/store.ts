import { z } from "zod"
import {
  BOOKING_VERSION,
  type BookLock,
  type Entry,
  ENTRY_CAUSES,
  type EntryCause,
  entrySchema,
  type JOURNAL_SOURCES,
  VOUCHER_KINDS,
  type VoucherKind,
} from "../../contract/accounting"
import { shiftDay } from "../../contract/time"
import { minorUnitsColumn, momentColumn, nullableMomentColumn } from "../../modules/pos/database/big-number"
import { dayFragment, startOfDay } from "../../modules/pos/database/days"
import { jsonText } from "../../modules/pos/database/json-text"
import { allOf, anyOf, fetchInParts, type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"

/** The connection and currency of an export; days are those of `timeZone`. */
export type JournalScope = { connectionId: string; currencyCode: string; timeZone: string }

/** Days to book, both inclusive; `from` null: from the beginning. `locks`: in the order in which days were closed. */
export type BookPeriod = JournalScope & {
  from: string | null
  to: string
  locks: BookLock[]
  /** only what was stored by this time; null: everything */
  storedBy: Date | null
}

/**
 * Changes within this time before a closing are compared with what was booked: their transaction may have ended after
 * the closing had read, and clocks of several processes may differ.
 */
const COMPARED_BEFORE_MS = 86_400_000

/** Changing an organization's time zone can move a time by at most a day; one more as a margin. */
const ZONE_CHANGE_DAYS = 2

const getStart = (day: string, timeZone: string): Fragment => startOfDay(dayFragment(day), fragment("?", timeZone))

const compared = (column: string, operator: ">=" | "<", { text, bindings }: Fragment): Fragment => ({
  text: `${column} ${operator} ${text}`,
  bindings,
})

/**
 * Condition for what can belong to the open days of a period: what happened on them, and on the first one also what
 * changed since days were closed. The caller compares that with what was booked.
 * @param column time at which it happened
 * @param changed times at which it changed
 */
function bookable(column: string, changed: string[], { from, to, timeZone, locks }: BookPeriod): Fragment {
  const lock = locks.at(-1)
  const firstOpen = lock ? shiftDay(lock.until, 1) : null
  const begins = firstOpen !== null && (from === null || from < firstOpen) ? firstOpen : from
  const beforeEnd = compared(column, "<", getStart(shiftDay(to, 1), timeZone))
  const withinPeriod = allOf(begins === null ? null : compared(column, ">=", getStart(begins, timeZone)), beforeEnd)
  if (!lock || firstOpen === null || (from !== null && from > firstOpen)) {
    return withinPeriod
  }
  const since = new Date(Date.parse(lock.at) - COMPARED_BEFORE_MS)
  const mayDiffer = anyOf(
    ...changed.map((moment) => fragment(`${moment} > ?`, since)),
    compared(column, ">=", getStart(shiftDay(firstOpen, 0 - ZONE_CHANGE_DAYS), timeZone))
  )
  const isClosed = compared(column, "<", getStart(shiftDay(firstOpen, ZONE_CHANGE_DAYS), timeZone))
  return anyOf(withinPeriod, allOf(isClosed, lock.version === BOOKING_VERSION ? mayDiffer : null))
}

const getClosings = (locks: BookLock[]): string[] => locks.map(({ at }) => at)

/** Joins what was booked for a source at closings: the lines of its journal entries, and its day. */
const kept = (source: "receipt" | "transaction", key: string, { connectionId, locks }: BookPeriod): Fragment => ({
  text: `LEFT JOIN LATERAL (
      SELECT min(booked.of_day) AS of_day, jsonb_agg(booked.lines) AS lines FROM pos_journal_entry AS booked
      WHERE booked.source_key = ${key} AND booked.source = '${source}' AND booked.connection_id = ?
        AND booked.closed_at = ANY(?::timestamptz[]) AND booked.deleted_at IS NULL
    ) AS kept ON true`,
  bindings: [connectionId, getClosings(locks)],
})

const keptColumns = {
  kept_of_day: z.string().nullable(),
  kept_lines: z.array(z.array(entrySchema)).nullable(),
}

export const bookedReceiptSchema = z.object({
  day: z.string(),
  sold_at: momentColumn,
  purchase_uuid: z.string(),
  payload: z.unknown(),
  vat_by_rate: z
    .array(z.object({ rate: z.string().nullable(), gross: z.number(), net: z.number(), tax: z.number() }))
    .nullable(),
  ...keptColumns,
})

/** Query for the receipts that the open days of a period may book, by time of sale. */
export function getBookedReceipts(period: BookPeriod): Fragment {
  const booked = kept("receipt", "receipt.purchase_uuid", period)
  const where = allOf(
    fragment("receipt.connection_id = ? AND receipt.currency_code = ?", period.connectionId, period.currencyCode),
    bookable("receipt.sold_at", ["receipt.updated_at"], period),
    period.storedBy && fragment("receipt.created_at <= ?", period.storedBy)
  )
  return {
    text: `SELECT (receipt.sold_at AT TIME ZONE ?)::date::text AS day, receipt.sold_at, receipt.purchase_uuid,
        receipt.payload, receipt.vat_by_rate, kept.of_day AS kept_of_day, kept.lines AS kept_lines
      FROM pos_receipt AS receipt ${booked.text}
      WHERE ${where.text} AND receipt.deleted_at IS NULL ORDER BY receipt.sold_at, receipt.id`,
    bindings: [period.timeZone, ...booked.bindings, ...where.bindings],
  }
}

export const bookedMovementSchema = z.object({
  id: z.string(),
  day: z.string(),
  occurred_at: momentColumn,
  type: z.string(),
  amount: minorUnitsColumn,
  reference: z.string(),
  /** of a payment: its sale, null while the store has no receipt of it */
  sold_at: nullableMomentColumn,
  sold_day: z.string().nullable(),
  /** of a payment: its type on the receipt, as the POS names it; null while the store has no receipt of it */
  payment_type: z.string().nullable(),
  /** of a payment: whether its receipt was booked at a closing */
  is_sale_kept: z.boolean(),
  /** whether the POS no longer lists it */
  is_withdrawn: z.boolean(),
  ...keptColumns,
})

/** Query for the movements of the liquid account that the open days of a period may book. */
export function getBookedMovements(period: BookPeriod): Fragment {
  const booked = kept("transaction", "moved.id", period)
  const where = allOf(
    fragment("moved.connection_id = ? AND moved.account_group = 'liquid'", period.connectionId),
    bookable("moved.occurred_at", ["moved.updated_at", "payment.created_at"], period),
    period.storedBy && fragment("moved.created_at <= ?", period.storedBy)
  )
  return {
    text: `SELECT moved.id, (moved.occurred_at AT TIME ZONE ?)::date::text AS day, moved.occurred_at, moved.type,
        moved.amount, moved.originating_uuid AS reference, payment.sold_at,
        (payment.sold_at AT TIME ZONE ?)::date::text AS sold_day, payment.type AS payment_type,
        kept.of_day AS kept_of_day, kept.lines AS kept_lines,
        moved.withdrawn_at IS NOT NULL AS is_withdrawn,
        moved.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND EXISTS (
          SELECT 1 FROM pos_journal_entry AS booked
          WHERE booked.source_key = moved.originating_uuid AND booked.source = 'payment' AND booked.connection_id = ?
            AND booked.closed_at = ANY(?::timestamptz[]) AND booked.deleted_at IS NULL
        ) AS is_sale_kept
      FROM pos_account_transaction AS moved
      LEFT JOIN LATERAL (
        SELECT paid.sold_at, paid.created_at, paid.type FROM pos_receipt_payment AS paid
        WHERE paid.payment_uuid = moved.originating_uuid AND (paid.connection_id = moved.connection_id) IS TRUE
          AND moved.type IN ('PAYMENT', 'INVOICE_PAYMENT') AND paid.deleted_at IS NULL
        LIMIT 1
      ) AS payment ON true
      ${booked.text}
      WHERE ${where.text} AND moved.deleted_at IS NULL
      ORDER BY moved.occurred_at, moved.originating_uuid, moved.id`,
    bindings: [
      period.timeZone,
      period.timeZone,
      period.connectionId,
      getClosings(period.locks),
      ...booked.bindings,
      ...where.bindings,
    ],
  }
}

export const keptEntrySchema = z.object({
  kind: z.enum(VOUCHER_KINDS),
  day: z.string(),
  of_day: z.string(),
  reference: z.string().nullable(),
  cause: z.enum(ENTRY_CAUSES).nullable(),
  lines: z.array(entrySchema),
})

/** Query for the entries that were booked on the days of a period at their closing. */
export function getKeptEntries(period: JournalScope & { from: string; to: string; locks: BookLock[] }): Fragment {
  return fragment(
    `SELECT kind, day, of_day, reference, cause, lines FROM pos_journal_entry
     WHERE connection_id = ? AND day BETWEEN ? AND ? AND currency_code = ? AND closed_at = ANY(?::timestamptz[])
       AND lines <> '[]' AND deleted_at IS NULL
     ORDER BY day, id`,
    period.connectionId,
    period.from,
    period.to,
    period.currencyCode,
    getClosings(period.locks)
  )
}

/** Entry of one receipt, payment or account transaction; days are ISO dates, amounts in minor units. */
export type JournalEntry = {
  source: (typeof JOURNAL_SOURCES)[number]
  source_key: string
  kind: VoucherKind
  day: string
  of_day: string
  reference: string | null
  cause: EntryCause | null
  lines: Entry[]
}

/** Reads the rows of a query in parts. */
export type ReadInParts = <Row>(
  row: z.ZodType<Row>,
  query: Fragment,
  take: (rows: Row[]) => Promise<void>
) => Promise<void>

/** Reads within a transaction, in which the caller may also write. */
export const readInParts =
  (sql: Sql): ReadInParts =>
  async (row, query, take) =>
    fetchInParts(sql, row, query, take)

type Closing = { connectionId: string; currencyCode: string; closedAt: string }

/** Stores entries of days that are being closed. Entries that the closing already has stay as they are. */
export async function storeJournalEntries(sql: Sql, closing: Closing, entries: JournalEntry[]): Promise<void> {
  await sql(
    z.unknown(),
    `INSERT INTO pos_journal_entry (id, connection_id, closed_at, source, source_key, kind, day, of_day, reference, cause,
       currency_code, lines)
     SELECT 'posjrn_' || md5(concat_ws('|', closing.connection_id, closing.closed_at, row.source, row.source_key)),
       closing.connection_id, closing.closed_at::timestamptz, row.source, row.source_key, row.kind, row.day, row.of_day,
       row.reference, row.cause, closing.currency_code, row.lines
     FROM (SELECT ?::text AS connection_id, ?::text AS closed_at, ?::text AS currency_code) AS closing
     CROSS JOIN json_to_recordset(?::json) AS row(
       source text, source_key text, kind text, day text, of_day text, reference text, cause text, lines jsonb)
     ON CONFLICT DO NOTHING`,
    [closing.connectionId, closing.closedAt, closing.currencyCode, jsonText(entries)]
  )
}

const coverageSchema = z.object({
  at: momentColumn,
  receipts_from: nullableMomentColumn,
  account_from: nullableMomentColumn,
})

/**
 * Reads since when receipts and account transactions of a connection are complete, by the database's clock (`at`); null
 * for an account that was never read to its end.
 */
export async function readCoverage(sql: Sql, connectionId: string): Promise<z.infer<typeof coverageSchema>> {
  const [coverage] = await sql(
    coverageSchema,
    `SELECT date_trunc('milliseconds', now()) AS at,
       (SELECT min(known.since) FROM (
          SELECT receipts_since AS since FROM pos_connection WHERE id = ?
          UNION ALL
          SELECT min(sold_at) FROM pos_receipt WHERE connection_id = ? AND deleted_at IS NULL
        ) AS known) AS receipts_from,
       (SELECT history_from FROM pos_account
        WHERE connection_id = ? AND account_group = 'liquid' AND last_pulled_at IS NOT NULL AND deleted_at IS NULL
       ) AS account_from`,
    [connectionId, connectionId, connectionId]
  )
  return coverageSchema.parse(coverage)
}

/** Replaces the closed days in a connection's settings. */
export async function saveLocks(sql: Sql, connectionId: string, locks: BookLock[]): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_connection SET inbound_settings = jsonb_set(inbound_settings, '{accounting,locks}', ?::jsonb), updated_at = now()
     WHERE id = ?`,
    [jsonText(locks), connectionId]
  )
}

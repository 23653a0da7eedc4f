import { z } from "@medusajs/framework/zod"
import { minorUnitsColumn, momentColumn } from "../../database/big-number"
import { type Fragment, fragment } from "../../database/page"
import { type ExportPeriod, within } from "./export-queries"

/** Days to book, and since when rows of days before them were late; null: no days were closed. */
export type BookPeriod = ExportPeriod & { lateSince: Date | null; currencyCode: string }

/** What happened in the period, or before it and was written down after days were closed. */
function bookable(column: string, { lateSince, ...period }: BookPeriod): Fragment {
  const own = within(column, period)
  if (!lateSince) {
    return own
  }
  const late = fragment(
    `${column} < (?::date)::timestamp AT TIME ZONE ? AND created_at > ?`,
    period.from,
    period.timeZone,
    lateSince
  )
  return { text: `((${own.text}) OR (${late.text}))`, bindings: [...own.bindings, ...late.bindings] }
}

export const bookedReceiptSchema = z.object({
  day: z.string(),
  known: momentColumn,
  payload: z.unknown(),
  vat_by_rate: z
    .array(z.object({ rate: z.string().nullable(), gross: z.number(), net: z.number(), tax: z.number() }))
    .nullable(),
})

/** Receipts to book, in the order they were sold. */
export function bookedReceiptsOf(period: BookPeriod): Fragment {
  const sold = bookable("sold_at", period)
  return {
    text: `SELECT (sold_at AT TIME ZONE ?)::date::text AS day, created_at AS known, payload, vat_by_rate FROM pos_receipt
      WHERE connection_id = ? AND currency_code = ? AND ${sold.text} AND deleted_at IS NULL ORDER BY sold_at, id`,
    bindings: [period.timeZone, period.connectionId, period.currencyCode, ...sold.bindings],
  }
}

export const bookedMovementSchema = z.object({
  day: z.string(),
  known: momentColumn,
  type: z.string(),
  amount: minorUnitsColumn,
  reference: z.string(),
})

/** Movements of the liquid account to book; a payment is booked with its sale. */
export function bookedMovementsOf(period: BookPeriod): Fragment {
  const moved = bookable("occurred_at", period)
  return {
    text: `SELECT (occurred_at AT TIME ZONE ?)::date::text AS day, created_at AS known, type, amount,
        originating_uuid AS reference
      FROM pos_account_transaction
      WHERE connection_id = ? AND account_group = 'liquid' AND type <> 'PAYMENT' AND ${moved.text} AND deleted_at IS NULL
      ORDER BY occurred_at, originating_uuid, id`,
    bindings: [period.timeZone, period.connectionId, ...moved.bindings],
  }
}

import { z } from "@medusajs/framework/zod"

/** The service retries a notification for 72 hours; a message must be remembered longer than that. */
const MIN_NOTIFICATION_DAYS = 4

/** The service tells a receipt's movements late, and account transactions for weeks. */
const MIN_DETAIL_MONTHS = 3

/** Money of more than a year ago is asked for when the books of a year are closed. */
const DEFAULT_MONTHS = 13

const MOST_MONTHS = 240

const daysSchema = z.number().int().min(30).max(7_300)

/** How long what is remembered is kept. What the books need stays: receipts, account transactions, payouts. */
export const retentionOptionsSchema = z.object({
  /** a notification that was dealt with, and its message id with it, in days; dead ones stay until a person deals with them */
  notificationDays: z.number().int().min(MIN_NOTIFICATION_DAYS).max(7_300).default(90),
  /**
   * what a receipt tells of persons, cards, devices and places, in months after the sale; figures, rows and payments stay.
   * `null`: it is erased for none, but where somebody asks for it
   */
  receiptDetailMonths: z.number().int().min(MIN_DETAIL_MONTHS).max(MOST_MONTHS).nullable().default(DEFAULT_MONTHS),
  /**
   * the stock ledger's single movements, in months; before, a variant has one row for each month and kind, with the same
   * sums. `null`: they are kept
   */
  ledgerMonths: z.number().int().min(MIN_DETAIL_MONTHS).max(MOST_MONTHS).nullable().default(DEFAULT_MONTHS),
  /** a push, backfill or reconciliation that ended, in days */
  runDays: daysSchema.default(400),
  /** a difference that was settled, in days */
  differenceDays: daysSchema.default(400),
})

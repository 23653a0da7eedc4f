import { z } from "zod"
import { REPORT_EXPORTS } from "./reports"

/** Kinds of POS bookings, each on an account of the store's accounting. `sales` and `vat` may have accounts by rate. */
export const BOOK_KINDS = [
  "sales",
  "vat",
  "tips",
  "gift_cards_sold",
  "gift_cards_redeemed",
  "cash",
  "card",
  "invoices",
  "other_payments",
  "fees",
  "payouts",
  "adjustments",
  "unassigned_payments",
  "rounding",
  "differences",
] as const

export type BookKind = (typeof BOOK_KINDS)[number]

/** Kinds of vouchers: a day's sales, a day's fees and adjustments, or one payout. */
export const VOUCHER_KINDS = ["sales", "account", "payout"] as const

export type VoucherKind = (typeof VOUCHER_KINDS)[number]

/**
 * Sources of journal entries. A payment is booked with its receipt; its own entry is only a record that it was booked.
 */
export const JOURNAL_SOURCES = ["receipt", "payment", "transaction"] as const

/**
 * Why something is booked on another day than its own. `late`: it arrived after its day was closed; `corrected`: its
 * amounts changed after that; `withdrawn`: the POS no longer lists it.
 */
export const ENTRY_CAUSES = ["late", "corrected", "withdrawn"] as const

export type EntryCause = (typeof ENTRY_CAUSES)[number]

/** Version of the booking rules. Raise it when the same receipt or transaction is booked in another way. */
export const BOOKING_VERSION = 2

/** An amount on an account, in minor units: debit above 0, credit below. `rate`: percent as text, for sales and VAT. */
export const entrySchema = z.object({
  kind: z.enum(BOOK_KINDS),
  rate: z.string().nullable(),
  amount: z.number().int(),
})

export type Entry = z.infer<typeof entrySchema>

/** Accounting export files. */
const BOOK_EXPORTS = ["accounting", "accounting-sie", "accounting-datev"] as const

export type BookExport = (typeof BOOK_EXPORTS)[number]

export const isBookExport = (kind: string): kind is BookExport => BOOK_EXPORTS.some((format) => format === kind)

/** An account number of a chart of accounts. SIE and DATEV accept digits only. */
const accountSchema = z.string().regex(/^[0-9A-Za-z.-]{1,20}$/, "must be an account: digits, letters, dots, hyphens")

/** Normalizes a rate in percent to the form of receipts: "06" is "6", "12.0" is "12". */
const plainRate = (rate: string): string =>
  rate
    .replace(/^0+(?=\d)/, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")

const rateSchema = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?$/, 'must be a rate in percent, such as "25" or "25.5"')
  .overwrite(plainRate)

const daySchema = z.iso.date()

const rateAccountsSchema = z.array(z.object({ rate: rateSchema, sales: accountSchema, vat: accountSchema })).max(20)

/** Accounts by rate that a merchant saves; each rate occurs at most once. */
const chosenRatesSchema = rateAccountsSchema.check((context) => {
  const seen = new Set<string>()
  for (const [index, { rate }] of context.value.entries()) {
    if (seen.has(rate)) {
      const message = `${rate} % has accounts already`
      context.issues.push({ code: "custom", message, input: rate, path: [index, "rate"] })
    }
    seen.add(rate)
  }
})

/** Accounting settings that a merchant chooses for a connection. */
export const accountingChoiceSchema = z.object({
  /**
   * accounts by kind; an export fails when a kind occurs and has no account, except `unassigned_payments`, which falls
   * back to `differences`
   */
  accounts: z.partialRecord(z.enum(BOOK_KINDS), accountSchema).default({}),
  /** separate accounts for sales and VAT at a rate */
  rates: chosenRatesSchema.default([]),
  /** the first month of the fiscal year, 1 to 12 */
  fiscal_year_start: z.number().int().min(1).max(12).default(1),
  /** DATEV's numbers of the tax adviser and their client */
  datev: z
    .object({
      consultant: z.number().int().min(1_001).max(9_999_999),
      client: z.number().int().min(1).max(99_999),
    })
    .nullable()
    .default(null),
  /** the last closed day: its amounts no longer change, and later corrections are booked on the first open day */
  locked_until: daySchema.nullable().default(null),
})

export type AccountingChoice = z.infer<typeof accountingChoiceSchema>

const bookLockSchema = z.object({
  /** the last closed day */
  until: daySchema,
  /** when it was closed; journal entries of these days have the same moment */
  at: z.iso.datetime(),
  /**
   * beginning of the receipts that were imported at that time; an earlier one that arrives later is history and is not
   * booked. null: there were none
   */
  receipts_from: z.iso.datetime().nullable().default(null),
  /** likewise for account transactions */
  account_from: z.iso.datetime().nullable().default(null),
  /** version of the booking rules of its entries; 0: an earlier plugin version closed the days, without entries */
  version: z.number().int().default(0),
})

/** A closing of days: their bookings are fixed, and later changes are booked on the first open day. */
export type BookLock = z.infer<typeof bookLockSchema>

/** The stored accounting settings, with every closing in order. An older version allowed the same rate twice. */
export const accountingSettingsSchema = accountingChoiceSchema.extend({
  rates: rateAccountsSchema.default([]),
  locks: z.array(bookLockSchema).default([]),
})

export type AccountingSettings = z.infer<typeof accountingSettingsSchema>

/** Accounts of a country to start from: one for each kind, and those of each VAT rate that applies there. */
export type ChartOfAccounts = {
  id: string
  /** ISO 3166 code in capitals */
  country: string
  /** its own name, in the language of the country */
  name: string
  /** `sales` and `vat` are those of the standard rate */
  accounts: Record<BookKind, string>
  rates: AccountingChoice["rates"]
}

/** CSV tables for the accountant, including the activity log. */
export const TABLE_KINDS = [
  "receipts",
  "vat",
  "payments",
  "account-transactions",
  "payouts",
  "gift-cards",
  "decisions",
] as const

export type TableKind = (typeof TABLE_KINDS)[number]

/** Exports for the accountant: tables and files for accounting programs. */
export const ACCOUNTANT_EXPORTS = [...TABLE_KINDS, ...BOOK_EXPORTS] as const

/** All export kinds. Sales reports are exported from their own page. */
export const EXPORT_KINDS = [...ACCOUNTANT_EXPORTS, ...REPORT_EXPORTS] as const

export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The most connections of which a month is exported at once. */
export const MAX_EXPORTED_CONNECTIONS = 200

import { z } from "zod"

/** What is booked of the counter, each on an account of the shop's bookkeeping. `sales` and `vat` may differ by rate. */
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
  "rounding",
  "differences",
] as const

export type BookKind = (typeof BOOK_KINDS)[number]

/** Files of the books, by their kind of export. */
export const BOOK_EXPORTS = ["books", "books-sie", "books-datev"] as const

export type BookExport = (typeof BOOK_EXPORTS)[number]

export const isBookExport = (kind: string): kind is BookExport => BOOK_EXPORTS.some((format) => format === kind)

/** An account as a chart of accounts has it; SIE and DATEV take digits only. */
const accountSchema = z.string().regex(/^[0-9A-Za-z.-]{1,20}$/, "must be an account: digits, letters, dots, hyphens")

/** A rate in percent in plain form, as receipts have it: "06" is "6", "12.0" is "12". */
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

/** Accounts of a merchant by rate, as they are named now: no rate twice. */
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

/** What a merchant chooses for the books of a connection. */
export const booksChoiceSchema = z.object({
  /** by kind; a kind that occurs and has none holds the export up */
  accounts: z.partialRecord(z.enum(BOOK_KINDS), accountSchema).default({}),
  /** accounts of their own for sales and VAT at a rate */
  rates: chosenRatesSchema.default([]),
  /** the month a fiscal year begins with */
  fiscal_year_start: z.number().int().min(1).max(12).default(1),
  /** what DATEV knows the tax adviser and their client by */
  datev: z
    .object({
      consultant: z.number().int().min(1_001).max(9_999_999),
      client: z.number().int().min(1).max(99_999),
    })
    .nullable()
    .default(null),
  /** the last day that is closed: its figures stay, and what is told of it later goes to the first day that is open */
  locked_until: daySchema.nullable().default(null),
})

export type BooksChoice = z.infer<typeof booksChoiceSchema>

const bookLockSchema = z.object({ until: daySchema, at: z.iso.datetime() })

/** That days were closed, and when: what the shop learned of them later is late. */
export type BookLock = z.infer<typeof bookLockSchema>

/** As it is kept: with every time that days were closed, in this order. An older version let a rate be named twice. */
export const booksSchema = booksChoiceSchema.extend({
  rates: rateAccountsSchema.default([]),
  locks: z.array(bookLockSchema).default([]),
})

export type Books = z.infer<typeof booksSchema>

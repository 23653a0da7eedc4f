import { BOOK_EXPORTS } from "./books"
import { REPORT_EXPORTS } from "./report-export"

/** Tables, as CSV, for the accountant, and who decided what. */
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

/** What an accountant asks for: tables, and the books in a format of bookkeeping programs. */
export const ACCOUNTANT_EXPORTS = [...TABLE_KINDS, ...BOOK_EXPORTS] as const

/** Everything that can be exported; reports of sales are asked for on their own page. */
export const EXPORT_KINDS = [...ACCOUNTANT_EXPORTS, ...REPORT_EXPORTS] as const

export type ExportKind = (typeof EXPORT_KINDS)[number]

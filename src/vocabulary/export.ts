/** The tables for the accountant. */
export const EXPORT_KINDS = ["receipts", "vat", "payments", "account-transactions", "payouts", "gift-cards"] as const

export type ExportKind = (typeof EXPORT_KINDS)[number]

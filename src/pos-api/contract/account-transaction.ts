import { z } from "zod"
import { amountSchema, momentSchema, uuidSchema } from "./common"

export const ACCOUNT_TYPE_GROUPS = ["liquid", "preliminary"] as const

export type AccountTypeGroup = (typeof ACCOUNT_TYPE_GROUPS)[number]

/** Known types; unknown ones are kept unchanged. */
export const ACCOUNT_TRANSACTION_TYPES = [
  "ADJUSTMENT",
  "ADVANCE",
  "ADVANCE_DOWNPAYMENT",
  "ADVANCE_FEE_DOWNPAYMENT",
  "CASHBACK",
  "FAILED_PAYOUT",
  "FROZEN_FUNDS",
  "INVOICE_PAYMENT",
  "INVOICE_PAYMENT_FEE",
  "PAYMENT",
  "PAYMENT_FEE",
  "PAYMENT_PAYOUT",
  "PAYOUT",
] as const

export const DEFAULT_ACCOUNT_TRANSACTION_LIMIT = 10_000

/**
 * Schema of an answer of the account interface: bare as in its reference, or in `data` as in its guides
 * (docs/reference/pos-api.md "financeShape").
 */
export function bareOrInData<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => {
    const { data } = z.looseObject({ data: z.unknown() }).safeParse(value).data ?? {}
    return data ?? value
  }, schema)
}

/** Normalizes the two spellings of the originating UUID to one. */
function spellOriginating(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("originatorTransactionUuid" in value)) {
    return value
  }
  const { originatorTransactionUuid, ...transaction } = value
  return { originatingTransactionUuid: originatorTransactionUuid, ...transaction }
}

/**
 * A movement of the merchant's account (spec "Account transaction"); `timestamp` is when money moved there, not the
 * sale.
 */
export const accountTransactionSchema = z.preprocess(
  spellOriginating,
  z.looseObject({
    timestamp: momentSchema,
    amount: amountSchema,
    originatorTransactionType: z.string(),
    originatingTransactionUuid: uuidSchema,
  })
)

export const accountTransactionListSchema = z.looseObject({ data: z.array(accountTransactionSchema) })

export const accountBalanceSchema = z.looseObject({ totalBalance: amountSchema, currencyId: z.string() })

export const payoutInfoSchema = z.looseObject({
  totalBalance: amountSchema,
  currencyId: z.string(),
  nextPayoutAmount: amountSchema.nullish(),
  discountRemaining: amountSchema.nullish(),
  /** DAILY, WEEKLY or MONTHLY */
  periodicity: z.string().nullish(),
})

export type AccountTransaction = z.infer<typeof accountTransactionSchema>
export type AccountTransactionList = z.infer<typeof accountTransactionListSchema>
export type AccountBalance = z.infer<typeof accountBalanceSchema>
export type PayoutInfo = z.infer<typeof payoutInfoSchema>

export type AccountTransactionQuery = {
  /** default: liquid */
  group?: AccountTypeGroup
  /** inclusive */
  start: Date
  /** exclusive */
  end: Date
  /** number of transactions in a page */
  limit?: number
  /** only these types; all when absent */
  includeTransactionType?: string[]
}

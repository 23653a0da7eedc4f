import { z } from "zod"
import { amountSchema, momentSchema, uuidSchema } from "./common"

/** Groups of the account interface. `preliminary` holds money before it can be paid out. */
export const ACCOUNT_TYPE_GROUPS = ["liquid", "preliminary"] as const

/** A group of the account interface. */
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

/** Number of account transactions in a page when the call names no limit. */
export const DEFAULT_ACCOUNT_TRANSACTION_LIMIT = 10_000

/**
 * Schema of an answer of the account interface: bare as in its reference, or in `data` as in its guides
 * (docs/reference/pos-api.md "financeShape").
 */
export function bareOrInData<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => {
    const { data } = z.looseObject({ data: z.unknown().optional() }).safeParse(value).data ?? {}
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

/** Schema of a page of account transactions. */
export const accountTransactionListSchema = z.looseObject({ data: z.array(accountTransactionSchema) })

/** Schema of an account's balance. `totalBalance` is in minor units. */
export const accountBalanceSchema = z.looseObject({ totalBalance: amountSchema, currencyId: z.string() })

/** Schema of the payout information of an account. Amounts are in minor units. */
export const payoutInfoSchema = z.looseObject({
  totalBalance: amountSchema,
  currencyId: z.string(),
  nextPayoutAmount: amountSchema.nullish(),
  discountRemaining: amountSchema.nullish(),
  /** DAILY, WEEKLY or MONTHLY */
  periodicity: z.string().nullish(),
})

/** A movement of the merchant's account. `amount` is in minor units, `timestamp` is ISO 8601 in UTC. */
export type AccountTransaction = z.infer<typeof accountTransactionSchema>

/** A page of account transactions. */
export type AccountTransactionList = z.infer<typeof accountTransactionListSchema>

/** The balance of an account in minor units of `currencyId`. */
export type AccountBalance = z.infer<typeof accountBalanceSchema>

/** Balance and next payout of an account, in minor units of `currencyId`. */
export type PayoutInfo = z.infer<typeof payoutInfoSchema>

/** The period and the filters of a request for account transactions. The period is in UTC. */
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

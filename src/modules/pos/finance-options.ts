import { z } from "@medusajs/framework/zod"
import { PURCHASE_LIST_LIMITS } from "../../pos-api/contract"

/** Options of the account, its transactions and its payouts. */
export const financeOptionsSchema = z.object({
  /** how far back the first pull reads, in years */
  historyYears: z.number().min(0.01).max(10).default(PURCHASE_LIST_LIMITS.historyYears),
  /** every pull reads this many hours again, since the service adds some transactions late */
  lookBackHours: z.number().min(1).max(2_160).default(72),
  /** how old the transactions may be before they are pulled again, in minutes */
  pullEveryMinutes: z.number().int().min(1).max(1_440).default(60),
  /** also read the preliminary account, where money waits before it can be paid out */
  preliminary: z.boolean().default(false),
  /** path of a font (TrueType, OpenType) for reports with names in other scripts than Latin */
  reportFont: z.string().min(1).nullable().default(null),
})

/** What a customer must show beside the card's UUID to read its balance. */
export const BALANCE_PROOFS = ["receipt-number", "initial-amount", "purchase-date"] as const

/** Options of gift cards. */
export const giftCardOptionsSchema = z.object({
  /** a card that is looked at is read again when its figures are older, in minutes */
  refreshMinutes: z.number().int().min(0).max(10_080).default(15),
  /** live cards that are read again each night, at most; those read longest ago come first */
  nightlyBudget: z.number().int().min(0).max(100_000).default(2_000),
  /** `POST /store/pos/gift-cards/balance`; off without a proof */
  balanceRoute: z
    .object({
      /** what a customer must show beside the card's UUID */
      proof: z.enum(BALANCE_PROOFS),
      /** attempts an hour of one client */
      attemptsPerClient: z.number().int().min(1).max(1_000).default(20),
      /** attempts an hour of all clients together for one card */
      attemptsPerCard: z.number().int().min(1).max(1_000).default(10),
    })
    .nullable()
    .default(null),
})

export type GiftCardOptions = z.infer<typeof giftCardOptionsSchema>

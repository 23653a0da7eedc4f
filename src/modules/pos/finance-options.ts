import { z } from "@medusajs/framework/zod"
import { PURCHASE_LIST_LIMITS } from "../../pos-api/contract"

/** Options of the account, its transactions and its payouts. */
export const financeOptionsSchema = z.object({
  /** how far back the first pull reads, in years */
  historyYears: z.number().min(0.01).max(10).default(PURCHASE_LIST_LIMITS.historyYears),
  /** how many hours every pull reads again, because the POS adds some transactions late */
  lookBackHours: z.number().min(1).max(2_160).default(72),
  /** how old the transactions may be before the next pull, in minutes */
  pullEveryMinutes: z.number().int().min(1).max(1_440).default(60),
  /** also read the preliminary account, which holds money before it can be paid out */
  preliminary: z.boolean().default(false),
  /** path of a font (TrueType, OpenType) for reports with names in non-Latin scripts */
  reportFont: z.string().min(1).nullable().default(null),
})

/** Second proof that a customer must give with the card's UUID to read its balance. */
export const BALANCE_PROOFS = ["receipt-number", "initial-amount", "purchase-date"] as const

/** Options of gift cards. */
export const giftCardOptionsSchema = z.object({
  /** when a card is opened, it is read again if its data is older than this, in minutes */
  refreshMinutes: z.number().int().min(0).max(10_080).default(15),
  /** the most live cards that are read again each night, least recently read first */
  nightlyBudget: z.number().int().min(0).max(100_000).default(2_000),
  /** `POST /store/pos/gift-cards/balance`; off without a `proof` */
  balanceRoute: z
    .object({
      /** what a customer must give with the card's UUID */
      proof: z.enum(BALANCE_PROOFS),
      /** attempts per hour and client */
      attemptsPerClient: z.number().int().min(1).max(1_000).default(20),
      /** attempts per hour and card, of all clients together */
      attemptsPerCard: z.number().int().min(1).max(1_000).default(10),
    })
    .nullable()
    .default(null),
})

export type GiftCardOptions = z.infer<typeof giftCardOptionsSchema>

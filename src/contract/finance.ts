import { z } from "zod"

/** State of an account. `forbidden`: the key lacks READ:FINANCE; `failing`: the last pull failed and is retried. */
export const ACCOUNT_STATES = ["active", "forbidden", "failing"] as const

/**
 * State of a payout. `difference`: the transactions it settled do not add up to its amount; the difference is shown and
 * never adjusted.
 */
export const PAYOUT_STATES = ["closed", "difference"] as const

/** {@link PAYOUT_STATES} as shown to a person. `failed`: the money was returned. */
export const SHOWN_PAYOUT_STATES = [...PAYOUT_STATES, "failed"] as const

export type ShownPayoutState = (typeof SHOWN_PAYOUT_STATES)[number]

/**
 * Kinds of discrepancies. `order`, `tax`, `payments`: a sale with its refunds compared with its imported order;
 * `receipt`: a receipt compared with the POS's version of it; `purchases`: a day at the POS compared with that day's
 * receipts; `payout`: a payout compared with its account transactions.
 */
export const MONEY_DIFFERENCE_KINDS = ["order", "tax", "payments", "receipt", "purchases", "payout"] as const

/** Fields of a receipt that are compared with the POS's version. `sale`: the sale that a refund names. */
export const RECEIPT_FIELDS = [
  "amount",
  "currency_code",
  "sold_at",
  "purchase_number",
  "cashier",
  "sale",
  "lines",
  "payments",
] as const

export type ReceiptField = (typeof RECEIPT_FIELDS)[number]

const receiptValueSchema = z.union([
  z.string(),
  z.number(),
  z.null(),
  /** lines or payments; amounts in minor units */
  z.array(z.object({ label: z.string(), amount: z.number() })),
])

/** A field of a receipt that differs, with the store's and the POS's value. */
export const receiptChangeSchema = z.object({
  field: z.enum(RECEIPT_FIELDS),
  store: receiptValueSchema,
  pos: receiptValueSchema,
})

export type ReceiptChange = z.infer<typeof receiptChangeSchema>
export type ReceiptValue = ReceiptChange["store"]

/** What can be fetched again from the POS for a period. Stock has no history at the POS: its current levels are compared. */
export const FETCH_KINDS = ["sales", "refunds", "payouts", "stock"] as const

export type FetchKind = (typeof FETCH_KINDS)[number]

/** The longest period that is fetched again, in days. */
export const MAX_FETCH_DAYS = 366

/**
 * Likely cause of a discrepancy. `order-gone`: the order was deleted; `refunded-in-store`: it was refunded only in the
 * store; `changed-in-store`: the order was edited there; `changed-beside`: it is the imported version, but with other
 * amounts; `older-version`: an older plugin version wrote it so; `receipt-contradicts`: the order matches the receipt's
 * rows, but they do not add up to the receipt's own VAT; `receipts-missing`: the POS has purchases that the store
 * lacks; `unknown-to-service`: the store has receipts that the POS does not list; `amounts-differ`: both have the same
 * purchases, with different amounts; `receipt-differs`: the POS has another version of the receipt; `rows-changed`: transactions were added or removed after the payout was allocated;
 * `unexplained`: the transactions do not add up to its amount.
 */
export const MONEY_DIFFERENCE_CAUSES = [
  "order-gone",
  "refunded-in-store",
  "changed-in-store",
  "changed-beside",
  "older-version",
  "receipt-contradicts",
  "receipts-missing",
  "unknown-to-service",
  "amounts-differ",
  "receipt-differs",
  "rows-changed",
  "unexplained",
] as const

/** Decisions on a discrepancy: it is repaired, in the way of its kind, or it is accepted as it is. */
export const MONEY_DECISIONS = ["fixed", "ignored"] as const

/** `open` until a person decides; `gone`: a later comparison did not find it again. */
export const MONEY_DIFFERENCE_STATES = ["open", ...MONEY_DECISIONS, "gone"] as const

export type DiscrepancyKind = (typeof MONEY_DIFFERENCE_KINDS)[number]
export type DiscrepancyCause = (typeof MONEY_DIFFERENCE_CAUSES)[number]
export type MoneyDecision = (typeof MONEY_DECISIONS)[number]

/**
 * `unread`: not fetched from the POS yet; `unknown`: the POS answered 404, and neither a receipt nor an earlier read
 * has it.
 */
export const GIFT_CARD_STATES = ["unread", "known", "unknown"] as const

/** Status of a card as shown to a person. `unread` and `unknown` describe our read, the others the card itself. */
export const GIFT_CARD_STANDINGS = ["live", "used-up", "expired", "refunded", "unread", "unknown"] as const

/** Kinds of gift card transactions on a receipt. */
export const GIFT_CARD_TOUCH_KINDS = ["sold", "refunded", "paid", "paid-back"] as const

export type GiftCardStanding = (typeof GIFT_CARD_STANDINGS)[number]

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
 * `purchases`: a day at the POS compared with that day's receipts; `payout`: a payout compared with its account
 * transactions.
 */
export const MONEY_DIFFERENCE_KINDS = ["order", "tax", "payments", "purchases", "payout"] as const

/**
 * Likely cause of a discrepancy. `order-gone`: the order was deleted; `refunded-in-store`: it was refunded only in the
 * store; `changed-in-store`: the order was edited there; `changed-beside`: it is the imported version, but with other
 * amounts; `older-version`: an older plugin version wrote it so; `receipt-contradicts`: the order matches the receipt's
 * rows, but they do not add up to the receipt's own VAT; `receipts-missing`: the POS has purchases that the store
 * lacks; `unknown-to-service`: the store has receipts that the POS does not list; `amounts-differ`: both have the same
 * purchases, with different amounts; `rows-changed`: transactions were added or removed after the payout was allocated;
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

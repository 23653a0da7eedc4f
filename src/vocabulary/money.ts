/**
 * What is compared. `order`, `tax`, `payments`: a sale with its refunds against the order that mirrors it; `purchases`: a day
 * at the service against the receipts of that day; `payout`: a payout against the account's rows behind it.
 */
export const MONEY_DIFFERENCE_KINDS = ["order", "tax", "payments", "purchases", "payout"] as const

/**
 * The likely cause. `order-gone`: the order was deleted; `refunded-in-shop`: money was given back in the
 * shop alone; `changed-in-shop`: the order was edited there; `changed-beside`: it is the version that was written, and yet
 * has other figures; `older-version`: an older version of the plugin wrote it so; `receipt-contradicts`: the order is as the
 * receipt's rows say, and they do not make the receipt's own VAT; `receipts-missing`: the service has purchases that the
 * shop has not; `unknown-to-service`: the shop has receipts that the service does not list; `amounts-differ`: both have the same, with other amounts;
 * `rows-changed`: rows came or went since the payout was composed; `unexplained`: the rows do not make its amount.
 */
export const MONEY_DIFFERENCE_CAUSES = [
  "order-gone",
  "refunded-in-shop",
  "changed-in-shop",
  "changed-beside",
  "older-version",
  "receipt-contradicts",
  "receipts-missing",
  "unknown-to-service",
  "amounts-differ",
  "rows-changed",
  "unexplained",
] as const

/** What a person can say of a difference: it is mended, in the way of its kind, or it is right as it is. */
export const MONEY_DECISIONS = ["mended", "ignored"] as const

/** `open` until a person decides, or a later comparison finds that it has gone. */
export const MONEY_DIFFERENCE_STATES = ["open", ...MONEY_DECISIONS, "gone"] as const

export type MoneyDifferenceKind = (typeof MONEY_DIFFERENCE_KINDS)[number]
export type MoneyDifferenceCause = (typeof MONEY_DIFFERENCE_CAUSES)[number]
export type MoneyDecision = (typeof MONEY_DECISIONS)[number]

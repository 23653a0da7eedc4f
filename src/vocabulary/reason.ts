/**
 * Where a reason is shown: a product that is `rejected`; what waits for another try; an entry of the inbox that was
 * `ignored` or is `dead`; a receipt that is only `recorded`; a `picture`, or the `stock` of a variant, that the counter does
 * not have.
 */
export const REASON_PLACES = ["rejected", "picture", "stock", "waiting", "ignored", "dead", "recorded"] as const

type ReasonPlace = (typeof REASON_PLACES)[number]

/** Texts as the code says them, "…" for what varies: a test holds them against the code. */
export type Reason = { at: readonly ReasonPlace[]; says: readonly string[] }

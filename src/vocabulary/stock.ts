/**
 * Why levels differ, as far as the ledger tells. `first-contact`: both sides had stock when tracking began; `missed`: the
 * counter moved it without our hearing of it; `unsent`: the shop's movement has not arrived yet; `unknown`.
 */
export const STOCK_DIFFERENCE_CAUSES = ["first-contact", "missed", "unsent", "unknown"] as const

/** What a person can say of a difference: one side's level is right, or it is left as it is. */
export const STOCK_DECISIONS = ["trust-shop", "trust-pos", "ignored"] as const

/** `open` until a person or the policy decides, or the levels agree again. */
export const STOCK_DIFFERENCE_STATES = ["open", ...STOCK_DECISIONS, "gone"] as const

/**
 * `mirrored`: the counter moved stock, the shop followed; `pushed`: the shop moved stock, the counter follows;
 * `echo`: the service told of a movement that we had sent; `baseline`: the level that tracking began with, or a movement that a level we
 * had read contains already; `sold`: a
 * receipt's row moved the shop's stock, where the service tells of no balances; `corrected`: a reconciliation followed
 * the counter.
 */
export const STOCK_MOVEMENT_KINDS = ["mirrored", "pushed", "echo", "baseline", "sold", "corrected"] as const

/**
 * What became of a movement that the shop sent; all others are `applied` from the start. `sending`: written before the
 * call, whose end is not known yet; `unknown`: its answer was lost, and it must not be sent again before somebody has
 * looked; `presumed-applied` and `presumed-lost`: what the counter's level tells of it, until an echo or a comparison
 * says otherwise; `refused`: the counter did not take it. Lost and refused ones do not count in the ledger.
 */
export const STOCK_MOVEMENT_STATES = [
  "applied",
  "sending",
  "unknown",
  "presumed-applied",
  "presumed-lost",
  "refused",
] as const

export type StockDecision = (typeof STOCK_DECISIONS)[number]

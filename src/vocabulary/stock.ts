/**
 * Why levels differ, as far as the ledger tells. `first-contact`: both sides had stock when tracking began; `missed`: the
 * counter moved it without our hearing of it; `unsent`: the shop's movement has not arrived yet; `unknown`; `uncounted`: the
 * POS tracks the variant and the store has no level of it.
 */
export const STOCK_DIFFERENCE_CAUSES = ["first-contact", "missed", "unsent", "unknown", "uncounted"] as const

export type StockDifferenceCause = (typeof STOCK_DIFFERENCE_CAUSES)[number]

/**
 * Why a comparison or a decision left a difference open. `pos-not-tracked`: the POS does not track the product;
 * `pos-unreadable`: its level is in a form that is not understood; `store-not-counted`: the store has no level;
 * `contradiction`: other variants of the same inventory item say something else, or a location would fall below 0;
 * `waiting`: notifications of the variant are not handled yet; `moving`: its level changed meanwhile.
 */
export const LEFT_OPEN_REASONS = [
  "pos-not-tracked",
  "pos-unreadable",
  "store-not-counted",
  "contradiction",
  "waiting",
  "moving",
] as const

export type LeftOpenReason = (typeof LEFT_OPEN_REASONS)[number]

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
 * says otherwise; `refused`: the counter did not take it; `ended`: its product left the POS or is no
 * longer tracked there, so that nobody can find out. Lost, refused and ended ones do not count in the ledger.
 */
export const STOCK_MOVEMENT_STATES = [
  "applied",
  "sending",
  "unknown",
  "presumed-applied",
  "presumed-lost",
  "refused",
  "ended",
] as const

export type StockDecision = (typeof STOCK_DECISIONS)[number]

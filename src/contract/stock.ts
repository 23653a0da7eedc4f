/**
 * Why levels differ, as far as the ledger shows. `first-contact`: both sides had stock when tracking began; `missed`: a
 * POS movement was not received; `unsent`: the store's movement has not reached the POS yet; `unknown`; `uncounted`:
 * the POS tracks the variant, but the store has no level of it.
 */
export const STOCK_DIFFERENCE_CAUSES = ["first-contact", "missed", "unsent", "unknown", "uncounted"] as const

export type StockDifferenceCause = (typeof STOCK_DIFFERENCE_CAUSES)[number]

/**
 * Why a comparison or a decision left a difference open. `pos-not-tracked`: the POS does not track the product;
 * `pos-unreadable`: its level could not be parsed; `store-not-counted`: the store has no level; `contradiction`: other
 * variants of the same inventory item disagree, or a location would fall below 0; `waiting`: notifications of the
 * variant are not processed yet; `moving`: its level changed meanwhile.
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

/** Decisions on a difference: adopt one side's level, or leave it as it is. */
export const STOCK_DECISIONS = ["trust-store", "trust-pos", "ignored"] as const

/** `open` until a person or the policy decides; `gone`: the levels agree again. */
export const STOCK_DIFFERENCE_STATES = ["open", ...STOCK_DECISIONS, "gone"] as const

/**
 * Kinds of ledger movements. `mirrored`: the POS moved stock and the store follows; `pushed`: the store moved stock and
 * the POS follows; `echo`: the POS reported a movement that the plugin had sent; `baseline`: the level at which
 * tracking began, or a movement that is already part of a level that was read; `sold`: a receipt's row moved the
 * store's stock, where the POS reports no balances; `corrected`: a reconciliation adopted the POS's level.
 */
export const STOCK_MOVEMENT_KINDS = ["mirrored", "pushed", "echo", "baseline", "sold", "corrected"] as const

/**
 * Outcome of a movement that the store sent; all others are `applied` from the start. `sending`: written before the
 * call, whose outcome is not known yet; `unknown`: the answer was lost, and it must not be sent again before the POS's
 * level is checked; `presumed-applied` and `presumed-lost`: concluded from the POS's level, until an echo or a
 * comparison proves otherwise; `refused`: the POS rejected it; `ended`: its product left the POS or is no longer
 * tracked there, so that the outcome cannot be found out. Lost, rejected and ended ones do not count in the ledger.
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

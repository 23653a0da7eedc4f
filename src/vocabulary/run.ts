/**
 * `push`: the catalogue to the counter; `backfill`: former receipts into the shop; `reconcile`: levels compared; `money`:
 * receipts, orders, purchases and payouts compared; `bulk`: something done with all products that match.
 */
export const RUN_KINDS = ["push", "backfill", "reconcile", "money", "bulk"] as const

/** Of those, what concerns the products at the counter. */
export const CATALOGUE_RUNS = ["push", "bulk"] as const satisfies readonly (typeof RUN_KINDS)[number][]

/** `paused`: what only this run made due waits; `cancelled`: it was let go. */
export const RUN_STATES = ["running", "paused", "finished", "cancelled", "failed"] as const

/** Of those, what a run has that has not ended. */
export const OPEN_RUN_STATES = ["running", "paused"] as const satisfies readonly (typeof RUN_STATES)[number][]

/** What a person can do with a run that has not ended. */
export const RUN_ACTIONS = ["pause", "resume", "cancel"] as const

export type RunAction = (typeof RUN_ACTIONS)[number]

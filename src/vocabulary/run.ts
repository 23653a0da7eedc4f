/** `push`: the catalogue to the counter; `backfill`: former receipts into the shop; `reconcile`: levels compared. */
export const RUN_KINDS = ["push", "backfill", "reconcile"] as const

/** `paused`: what only this run made due waits; `cancelled`: it was let go. */
export const RUN_STATES = ["running", "paused", "finished", "cancelled", "failed"] as const

/** What a person can do with a run that has not ended. */
export const RUN_ACTIONS = ["pause", "resume", "cancel"] as const

export type RunAction = (typeof RUN_ACTIONS)[number]

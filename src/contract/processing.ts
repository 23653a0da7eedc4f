/**
 * State of an inbox entry. `pending`: its effect is not in the store yet; `ignored`: understood, without effect;
 * `dead`: given up, waits for a person; `dismissed`: given up and dismissed by a person.
 */
export const INBOX_STATES = ["pending", "done", "ignored", "dead", "dismissed"] as const

/** Source of an inbox entry: a webhook of the POS, or a poll. */
export const INBOX_SOURCES = ["webhook", "poll"] as const

/**
 * Kinds of runs. `push`: the catalog to the POS; `backfill`: past receipts into the store; `reconcile`: compares stock
 * levels; `money`: compares receipts, orders, purchases and payouts; `bulk`: an action on all matching products;
 * `restore`: writes the POS's values back into the store, for held changes; `fetch`: fetches a period from the POS again.
 */
export const RUN_KINDS = ["push", "backfill", "reconcile", "money", "bulk", "restore", "fetch"] as const

/** Runs that change products at the POS, or in the store as the POS has them. */
export const CATALOG_RUNS = ["push", "bulk", "restore"] as const satisfies readonly (typeof RUN_KINDS)[number][]

/** State of a run. `paused`: what only this run made due waits; `cancelled`: it was dropped. */
export const RUN_STATES = ["running", "paused", "finished", "cancelled", "failed"] as const

export type RunState = (typeof RUN_STATES)[number]

/** States of a run that has not ended. */
export const OPEN_RUN_STATES = ["running", "paused"] as const satisfies readonly (typeof RUN_STATES)[number][]

/** Actions on a run that has not ended. */
export const RUN_ACTIONS = ["pause", "resume", "cancel"] as const

export type RunAction = (typeof RUN_ACTIONS)[number]

/**
 * Kinds of writes to the store that wait for Medusa's services: orders and refunds of receipts, the erasure of their
 * details, and stock movements.
 */
export const STORE_WRITE_KINDS = ["order", "refund", "erase", "stock"] as const

export type StoreWriteKind = (typeof STORE_WRITE_KINDS)[number]

/** Lists are counted only up to this number, so that a million rows are listed as fast as a hundred. */
export const LIST_COUNT_LIMIT = 10_000

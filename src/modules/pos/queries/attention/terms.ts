/** Minutes after which silence is no longer a restart, a retry or a busy hour. */
export const SILENT_AFTER = {
  /** the sweep, and its scheduler, are called every minute */
  sweep: 10,
  /** purchases are asked for every five minutes */
  polling: 30,
  /** polls that find what a notification should have told */
  notifications: 15,
  /** the oldest entry that waits; the longest wait between two tries is a quarter of an hour */
  inbox: 20,
  /** the head of the outbox, likewise */
  outbox: 20,
  /** a run that neither comes on nor ends */
  run: 20,
} as const

/** A cursor, and a receipt that came beside it, are this far apart before the one is told to have missed the other. */
export const CURSOR_MARGIN_MINUTES = 10

/** What is still not understood is met again within the longest wait between two tries, a quarter of an hour. */
export const MISUNDERSTOOD_MINUTES = 60

/** So long before a key ends it is told. */
export const KEY_ENDS_DAYS = 30

/** Polls that find so many purchases one after another, without a notification between them, are no chance. */
export const UNHEARD = 2

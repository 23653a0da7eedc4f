/**
 * `pending` until its effect is in the shop; `ignored`: understood, nothing to do; `dead`: gave up, waits for a person;
 * `dismissed`: gave up, and a person has set it aside.
 */
export const INBOX_STATES = ["pending", "done", "ignored", "dead", "dismissed"] as const

/** How it came: the service told by itself, or was asked. */
export const INBOX_SOURCES = ["webhook", "poll"] as const

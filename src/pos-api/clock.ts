/** Source of the current time (UTC); injected so that tests can set it. */
export type Clock = {
  /** Returns the current time. */
  now(): Date
}

/** The clock of the computer. */
export const systemClock: Clock = { now: () => new Date() }

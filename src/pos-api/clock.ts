/** What time it is, in UTC; injected so that tests can tell another time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

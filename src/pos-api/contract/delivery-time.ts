const HOUR_MS = 3_600_000

/**
 * How old a notification may be that the service still sends: it tries for 72 to 73 hours (spec "Events"), and clocks
 * differ.
 */
export const LONGEST_DELIVERY_MS = 75 * HOUR_MS

/** How often what is open looks for what is new; a hidden tab does not ask. */
export const REFETCH_MS = 5_000

/** How often for what changes seldom. */
export const NOW_AND_THEN_MS = 6 * REFETCH_MS

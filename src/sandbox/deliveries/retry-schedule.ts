/** Seconds from one attempt to the next (spec "Events"): 10 × 60 s, 9 × 600 s, hourly for 70 hours. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [
  ...Array.from({ length: 10 }, () => 60),
  ...Array.from({ length: 9 }, () => 600),
  ...Array.from({ length: 70 }, () => 3_600),
]

const FIRST_SECONDS = 2
const LONGEST_SECONDS = 15 * 60

/**
 * When a failed piece of work is due again: exponential with full jitter, so that many failures do not return at once.
 * @param attempts how often it was tried, 1 or more
 */
export function nextAttemptAt(now: Date, attempts: number, random: () => number = Math.random): string {
  const ceiling = Math.min(FIRST_SECONDS * 2 ** Math.max(attempts - 1, 0), LONGEST_SECONDS)
  return new Date(now.getTime() + Math.max(1, ceiling * random()) * 1_000).toISOString()
}

import { longestWaitSeconds, type QueueName, QUEUES } from "../modules/pos/queue-policies"
import { PosApiError, PosBusyError, PosRateLimitedError } from "../pos-api/client"
import { isInfrastructureError } from "./errors"

/**
 * Returns when a failed piece of work is due again (ISO 8601 text): exponential backoff with full jitter, so that many
 * failures are not retried at once.
 * @param attempts how often it was tried, 1 or more
 */
export function nextAttemptAt(
  queue: QueueName,
  now: Date,
  attempts: number,
  random: () => number = Math.random
): string {
  const seconds = Math.max(1, longestWaitSeconds(queue, attempts) * random())
  return new Date(now.getTime() + seconds * 1_000).toISOString()
}

/**
 * True for an error that passes without anybody's help, such as an outage of the POS or of the store. Such errors
 * create no dead letters.
 */
export function mayPassByItself(error: unknown): boolean {
  return (error instanceof PosApiError && error.retryable) || isInfrastructureError(error)
}

/**
 * Returns when work that ended with an error is due again (ISO 8601 text). `waited`: the rate limit delayed its call,
 * or the POS asked to slow down calls that are rate-limited; this uses no attempt.
 */
export function planRetry(
  queue: QueueName,
  error: unknown,
  now: Date,
  attempts: number,
  random: () => number = Math.random
): { next_attempt_at: string; waited: boolean } {
  if (error instanceof PosBusyError && error.retryAfterSeconds !== null) {
    const askedFor = new Date(now.getTime() + error.retryAfterSeconds * 1_000).toISOString()
    const [, later = askedFor] = [askedFor, nextAttemptAt(queue, now, attempts, random)].sort()
    return { next_attempt_at: later, waited: false }
  }
  if (!(error instanceof PosRateLimitedError && error.isPaced)) {
    return { next_attempt_at: nextAttemptAt(queue, now, attempts, random), waited: false }
  }
  const seconds = Math.max(error.retryAfterSeconds ?? 0, QUEUES[queue].firstRetrySeconds)
  return { next_attempt_at: new Date(now.getTime() + seconds * 1_000).toISOString(), waited: true }
}

import { longestWaitSeconds, QUEUES, type QueueName } from "../../modules/pos/queue-terms"
import { PosApiError, PosBusyError, PosRateLimitedError } from "../../pos-api/client"
import { isInfrastructureError } from "./infrastructure-error"

/**
 * When a failed piece of work is due again: exponential with full jitter, so that many failures do not return at once.
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

/** True for what succeeds later without anybody doing anything: an outage, of the POS or of ours, makes no dead letters. */
export function mayPassByItself(error: unknown): boolean {
  return (error instanceof PosApiError && error.retryable) || isInfrastructureError(error)
}

/**
 * When work is due again that an error has ended. `waited`: its call had no turn yet, or the service asked to slow down
 * where calls are paced, which is no attempt.
 */
export function retryOf(
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

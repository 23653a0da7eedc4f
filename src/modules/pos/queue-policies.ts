/** Claim and retry policy of a queue. */
export type QueueTerms = {
  /** how long a claim lasts without a heartbeat; afterwards another process takes the item, in milliseconds */
  leaseMs: number
  /** heartbeat interval in milliseconds; a call to the POS may take minutes */
  renewMs: number
  /**
   * attempts after which an item is dead and waits for a person; null: retried until it succeeds or is no longer due
   */
  maxAttempts: number | null
  /**
   * base of the exponential backoff with jitter: the longest delay before the second attempt, doubled with each further
   * one
   */
  firstRetrySeconds: number
  longestRetrySeconds: number
}

const LEASE = { leaseMs: 30_000, renewMs: 8_000 }
const SOON = { firstRetrySeconds: 2, longestRetrySeconds: 15 * 60 }

/** Policies of all work that processes share through the database. */
export const QUEUES = {
  /** inbox entries; failures of the POS alone do not count as attempts */
  inbox: { ...LEASE, ...SOON, maxAttempts: 12 },
  /** products to be pushed */
  catalog: { ...LEASE, ...SOON, maxAttempts: null },
  /** stock levels to be sent to the POS */
  stock: { ...LEASE, ...SOON, maxAttempts: null },
  /** events of imported orders to be published in the store */
  orderEvents: { ...LEASE, ...SOON, maxAttempts: null },
  /** writes to the store that Medusa's services perform */
  storeWrites: { ...LEASE, ...SOON, maxAttempts: null },
  /** gift cards to be read */
  giftCards: { ...LEASE, ...SOON, maxAttempts: null },
  /** images to be stored at the POS */
  images: { ...LEASE, maxAttempts: 5, firstRetrySeconds: 10 * 60, longestRetrySeconds: 3 * 60 * 60 },
  /** alerts to be sent; a slow mail server gets more time */
  alerts: { ...LEASE, leaseMs: 5 * 60_000, maxAttempts: null, firstRetrySeconds: 60, longestRetrySeconds: 60 * 60 },
  /** runs, recurring jobs and other exclusive work */
  leases: { ...LEASE, ...SOON, maxAttempts: null },
} as const satisfies Record<string, QueueTerms>

export type QueueName = keyof typeof QUEUES

/** A claim of queue rows. Only its holder may record the outcome. */
export type Claim = { token: string; now: Date; claimUntil: Date }

/**
 * SQL condition with one binding, the current time: no claim holds the row. A claim ends at the instant that its column
 * names, so the opposite is `claimed_until > ?`.
 * @param claimedUntil trusted SQL, the column
 */
export const isUnclaimed = (claimedUntil: string): string => `(${claimedUntil} IS NULL OR ${claimedUntil} <= ?)`

/** Returns when a claim made now expires unless it is renewed. */
export const leaseUntil = (queue: QueueName, now: Date) => new Date(now.getTime() + QUEUES[queue].leaseMs)

/** Creates a claim of queue rows, starting now. @param token identifies the holder during its lifetime */
export const createClaim = (queue: QueueName, token: string, now: Date): Claim => ({
  token,
  now,
  claimUntil: leaseUntil(queue, now),
})

/**
 * Returns the longest delay before the next attempt, in seconds.
 * @param attempts number of attempts so far, at least 1
 */
export function longestWaitSeconds(queue: QueueName, attempts: number): number {
  const { firstRetrySeconds, longestRetrySeconds } = QUEUES[queue]
  return Math.min(firstRetrySeconds * 2 ** Math.max(attempts - 1, 0), longestRetrySeconds)
}

/** Returns whether this attempt was the last one. */
export function isLastAttempt(queue: QueueName, attempts: number): boolean {
  const most: number | null = QUEUES[queue].maxAttempts
  return most !== null && attempts >= most
}

/** How a queue's pieces of work are held, and how often and how soon they are tried again. */
export type QueueTerms = {
  /** a process that dies holds what it had taken at most this long; afterwards another takes it */
  leaseMs: number
  /** a process that lives renews so often, since a call to the service may take minutes */
  renewMs: number
  /** after this many attempts a piece waits for a person; null: it is tried until it succeeds or is no longer due */
  maxAttempts: number | null
  /** the longest wait before the second attempt, doubled with each further one; a random part of it is waited */
  firstRetrySeconds: number
  longestRetrySeconds: number
}

const LEASE = { leaseMs: 30_000, renewMs: 8_000 }
const SOON = { firstRetrySeconds: 2, longestRetrySeconds: 15 * 60 }

/** The terms of all that processes share out among themselves through the database. */
export const QUEUES = {
  /** what the service told; the service alone standing in its way is no reason to give up */
  inbox: { ...LEASE, ...SOON, maxAttempts: 12 },
  /** products to be pushed */
  catalogue: { ...LEASE, ...SOON, maxAttempts: null },
  /** levels to be told to the counter */
  stock: { ...LEASE, ...SOON, maxAttempts: null },
  /** events of mirrored orders that the shop is to be told */
  announcements: { ...LEASE, ...SOON, maxAttempts: null },
  /** gift cards to be read */
  giftCards: { ...LEASE, ...SOON, maxAttempts: null },
  /** pictures to be brought to the service */
  pictures: { ...LEASE, maxAttempts: 5, firstRetrySeconds: 10 * 60, longestRetrySeconds: 3 * 60 * 60 },
  /** alarms to be told of; a slow mail server is given time */
  alarms: { ...LEASE, leaseMs: 5 * 60_000, maxAttempts: null, firstRetrySeconds: 60, longestRetrySeconds: 60 * 60 },
  /** runs, duties and whatever only one process may do at a time */
  leases: { ...LEASE, ...SOON, maxAttempts: null },
} as const satisfies Record<string, QueueTerms>

export type QueueName = keyof typeof QUEUES

/** What a queue's rows are claimed with: whoever settles them must still hold them. */
export type Claim = { token: string; now: Date; claimUntil: Date }

/** When what is taken now is free again unless it is renewed. */
export const leaseUntil = (queue: QueueName, now: Date) => new Date(now.getTime() + QUEUES[queue].leaseMs)

/** A claim of rows of a queue that begins now. @param token names who claims, as long as that lives */
export const claimOf = (queue: QueueName, token: string, now: Date): Claim => ({
  token,
  now,
  claimUntil: leaseUntil(queue, now),
})

/** The longest wait before the next attempt. @param attempts how often it was tried, 1 or more */
export function longestWaitSeconds(queue: QueueName, attempts: number): number {
  const { firstRetrySeconds, longestRetrySeconds } = QUEUES[queue]
  return Math.min(firstRetrySeconds * 2 ** Math.max(attempts - 1, 0), longestRetrySeconds)
}

/** Whether a piece is given up after this attempt. */
export function isLastAttempt(queue: QueueName, attempts: number): boolean {
  const most: number | null = QUEUES[queue].maxAttempts
  return most !== null && attempts >= most
}

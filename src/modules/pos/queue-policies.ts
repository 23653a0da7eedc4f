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

/** The most entries that are claimed and processed together. */
export const INBOX_BATCH = 250

export type InboxLane = {
  /** condition of the lane's index, in the same words, so that PostgreSQL uses the index */
  condition: string
  /** the most entries processed together; default: the number requested */
  atOnce?: number
  /** additional entries of the stock of each product: those after the oldest, processed in order */
  stockInRow?: number
  /** entries that arrive during a drain wait for the next one, so that a slow stream is processed in batches */
  trickles?: boolean
  /** how long its oldest entry may wait while a push of the whole catalog runs, in milliseconds */
  heldBySyncMs?: number
}

/**
 * Inbox lanes by priority. First entries that move money and stock, then product notifications, which arrive by
 * thousands during a catalog push, then polled and backfilled entries. A new sale therefore never waits behind an echo
 * and is not batched with receipts of years ago.
 */
export const INBOX_LANES = {
  live: { condition: "source = 'webhook' AND aggregate NOT LIKE 'product:%'", stockInRow: 20 },
  // A sale that arrives meanwhile waits for this batch. During a catalog push nearly all entries are echoes.
  catalog: {
    condition: "source = 'webhook' AND aggregate LIKE 'product:%'",
    atOnce: 100,
    trickles: true,
    heldBySyncMs: 60_000,
  },
  polled: { condition: "source = 'poll'", atOnce: 50 },
} satisfies Record<string, InboxLane>

export type InboxLaneName = keyof typeof INBOX_LANES

/** Lanes of entries from the webhook endpoint. */
export const WEBHOOK_LANES = ["live", "catalog"] as const satisfies readonly InboxLaneName[]

export type WebhookLane = (typeof WEBHOOK_LANES)[number]

/** The lane of a notification, by the same condition as the lanes' SQL. */
export const laneOfNotification = (aggregate: string): WebhookLane =>
  aggregate.startsWith("product:") ? "catalog" : "live"

/**
 * Order within a lane, unique to the lane's index. With an order that the index of all entries shares, PostgreSQL might
 * scan all processed entries while it has no statistics.
 */
export const OLDEST_FIRST = ["created_at", "sequence"] as const

/** Same as {@link OLDEST_FIRST}, as SQL for a table alias. */
export const oldestFirst = (entry: string): string => OLDEST_FIRST.map((column) => `${entry}.${column}`).join(", ")

/** Lanes in the order in which they are processed. */
export const inboxLanes: readonly InboxLane[] = Object.values(INBOX_LANES)

/**
 * Variants whose stock is due, by their indexes' conditions. Variants whose level was sent to the POS before come
 * first, so that a web sale does not wait for a whole catalog.
 */
export const STOCK_LANES = {
  update: "stock_revision > stock_pushed_revision AND stock_pushed_revision > 0",
  initial: "stock_revision > stock_pushed_revision AND stock_pushed_revision = 0",
} as const

/** Lanes in the order in which they are processed. */
export const stockLanes: readonly string[] = Object.values(STOCK_LANES)

/** SQL that counts due variants whose product is at the POS. @param scope a condition on `variant` */
export const countStockDue = (scope: string): string =>
  stockLanes
    .map(
      (lane) => `(
       SELECT count(*) FROM pos_variant_link AS variant WHERE ${scope} AND ${lane} AND variant.deleted_at IS NULL
         AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
              WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL))`
    )
    .join(" + ")

/**
 * SQL condition on `run`: a push whose products are not all marked yet. A paused one continues marking when it is
 * resumed.
 */
export const IS_MARKING = "run.kind = 'push' AND run.resumed_at IS NULL AND run.deleted_at IS NULL"

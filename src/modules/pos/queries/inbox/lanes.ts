export type InboxLane = {
  /** as the lane's index says it, so that PostgreSQL finds the index */
  condition: string
  /** handled together at most; else as many as are asked for */
  atOnce?: number
}

/**
 * Which entries go first: what moves money and stock, then what is told of products, which comes by thousands while a
 * catalogue is pushed, then what a poll or a backfill found. A sale of this moment is so never behind an echo, nor
 * written with receipts of years ago.
 */
export const INBOX_LANES = {
  moved: { condition: "source = 'webhook' AND aggregate NOT LIKE 'product:%'" },
  // A sale that comes while these are handled waits for them.
  products: { condition: "source = 'webhook' AND aggregate LIKE 'product:%'", atOnce: 100 },
  found: { condition: "source = 'poll'", atOnce: 50 },
} satisfies Record<string, InboxLane>

export type InboxLaneName = keyof typeof INBOX_LANES

/** In the order in which they are looked at. */
export const inboxLanes: readonly InboxLane[] = Object.values(INBOX_LANES)

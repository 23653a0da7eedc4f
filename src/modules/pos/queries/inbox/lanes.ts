/** So many entries are claimed and handled together at most. */
export const INBOX_BATCH = 250

export type InboxLane = {
  /** as the lane's index says it, so that PostgreSQL finds the index */
  condition: string
  /** handled together at most; else as many as are asked for */
  atOnce?: number
  /** of each product's stock so many entries more, those that follow the oldest, handled in their order */
  stockInRow?: number
  /** what comes while a drain goes on is the next one's: one that trickles in is handled by handfuls, not one by one */
  trickles?: boolean
  /** while a push of the whole catalogue is under way, its oldest entry may wait so long */
  heldBySyncMs?: number
}

/**
 * Which entries go first: what moves money and stock, then what is told of products, which comes by thousands while a
 * catalogue is pushed, then what a poll or a backfill found. A sale of this moment is so never behind an echo, nor
 * written with receipts of years ago.
 */
export const INBOX_LANES = {
  moved: { condition: "source = 'webhook' AND aggregate NOT LIKE 'product:%'", stockInRow: 20 },
  // A sale that comes while these are handled waits for them; and while a catalogue is pushed, nearly all are its echoes.
  products: {
    ...{ condition: "source = 'webhook' AND aggregate LIKE 'product:%'", atOnce: 100, trickles: true },
    heldBySyncMs: 60_000,
  },
  found: { condition: "source = 'poll'", atOnce: 50 },
} satisfies Record<string, InboxLane>

export type InboxLaneName = keyof typeof INBOX_LANES

/** Lanes of what comes through the door. */
export const DOOR_LANES = ["moved", "products"] as const satisfies readonly InboxLaneName[]

export type DoorLane = (typeof DOOR_LANES)[number]

/** The lane of a notification, as the lanes' conditions say it of its row. */
export const laneOfNotification = (aggregate: string): DoorLane =>
  aggregate.startsWith("product:") ? "products" : "moved"

/**
 * The order within a lane, which its index has alone: an order that the index of all entries has too would let PostgreSQL
 * go through all that was handled before, as long as it does not know how much that is.
 */
export const OLDEST_FIRST = ["created_at", "sequence"] as const

/** The same of a table in a statement. */
export const oldestFirst = (entry: string): string => OLDEST_FIRST.map((column) => `${entry}.${column}`).join(", ")

/** In the order in which they are looked at. */
export const inboxLanes: readonly InboxLane[] = Object.values(INBOX_LANES)

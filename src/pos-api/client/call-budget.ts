/** The client's interfaces, as rate limits name them. */
export const POS_INTERFACES = [
  "products",
  "imports",
  "images",
  "purchases",
  "giftCards",
  "accountTransactions",
  "subscriptions",
  "users",
  "organizations",
  "inventory",
] as const

export type PosInterface = (typeof POS_INTERFACES)[number]

/**
 * Who is waiting for a call. `urgent`: a person or a single change, which takes the next call that becomes free.
 * `bulk`: one of many calls of a long piece of work, which takes only what urgent ones leave.
 */
export type Lane = "urgent" | "bulk"

/** Whether a call was reserved, and in how many milliseconds it may be made, or be asked for again. */
export type Reservation = { reserved: boolean; waitMs: number }

/**
 * How many calls of one interface a service takes from one organisation: a bucket of tokens that all processes share.
 * The client knows only this; where the bucket stands is for whoever makes the client.
 */
export type CallBudget = {
  /** Takes a token, and one to come when that is no further away than `withinMs`; else it takes none. */
  reserve(lane: Lane, withinMs: number): Promise<Reservation>
  /** The service answered 429: nobody calls for so long. @param ms null: it did not say how long */
  empty(ms: number | null): Promise<void>
}

/** Interfaces that are not named have no limit. */
export type CallBudgets = Partial<Record<PosInterface, CallBudget>>

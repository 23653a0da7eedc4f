/** Where a connection stands. `disconnected`: the credentials are gone; pumps wait, nothing is lost. */
export const CONNECTION_STATES = ["active", "paused", "disconnected"] as const

/** `two-way`: movements in both directions; `pos-only`: the counter moves the shop's stock, never the reverse; `off`. */
export const STOCK_POLICIES = ["two-way", "pos-only", "off"] as const

/** What becomes of a connection's data when it ends. `wipe`: they are forgotten for good. */
export const DATA_AFTER_DISCONNECT = ["keep", "wipe"] as const

export type DataAfterDisconnect = (typeof DATA_AFTER_DISCONNECT)[number]
export type StockPolicy = (typeof STOCK_POLICIES)[number]

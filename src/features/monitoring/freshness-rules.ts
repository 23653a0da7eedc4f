import type { Stream, StreamState } from "../../contract/monitoring"
import type { StreamFacts } from "./freshness-store"

const MINUTE_MS = 60_000

/** Minutes after which a stream is stale. */
export type StaleLimits = Record<Stream, number> & {
  /** of an event that was received and is not processed */
  inbox: number
}

/** Limits of all streams. @param pullEveryMinutes how often accounts are read */
export const getStaleLimits = (
  silent: { outbox: number; inbox: number; polling: number },
  pullEveryMinutes: number
): StaleLimits => ({
  products_out: silent.outbox,
  stock_out: silent.outbox,
  sales_in: silent.polling,
  refunds_in: silent.polling,
  // Levels are compared once a day.
  stock_in: 26 * 60,
  gift_cards: 60,
  payouts: Math.max(60, 3 * pullEveryMinutes),
  inbox: silent.inbox,
})

/** What of a connection decides on its streams. */
export type StreamConnection = {
  state: string
  push_held: boolean
  stock_sync: string
  inventories: unknown
  circuit_open_until: Date | null
  created_at: Date
}

/** Whether a stream is synced at all. */
function isOn({ stream, is_allowed }: StreamFacts, connection: StreamConnection): boolean {
  if (connection.state !== "active" || !is_allowed) {
    return false
  }
  const hasStock = connection.inventories !== null
  switch (stream) {
    case "stock_out":
      return hasStock && connection.stock_sync === "two_way"
    case "stock_in":
      return hasStock && connection.stock_sync !== "off"
    default:
      return true
  }
}

/** Classifies a stream by what waits, since when, and when it last succeeded. */
export function classifyStream(
  facts: StreamFacts,
  connection: StreamConnection,
  limits: StaleLimits,
  now: Date
): StreamState {
  if (!isOn(facts, connection)) {
    return "off"
  }
  if (isStale(facts, connection, limits, now)) {
    return "stale"
  }
  if (facts.waiting > 0 || isFailing(facts)) {
    return "waiting"
  }
  return facts.synced < facts.total ? "partial" : "fresh"
}

/**
 * Returns whether the last attempt of a stream failed and still matters. What could not be sent, and no longer differs, is
 * not sent again.
 */
export function isFailing({ stream, failing_since, waiting }: StreamFacts): boolean {
  const isOutbound = stream === "products_out" || stream === "stock_out"
  return failing_since !== null && (waiting > 0 || !isOutbound)
}

function isStale(facts: StreamFacts, connection: StreamConnection, limits: StaleLimits, now: Date): boolean {
  const isOlder = (at: Date | null, minutes: number) =>
    at !== null && at.getTime() < now.getTime() - minutes * MINUTE_MS
  const limit = limits[facts.stream]
  switch (facts.stream) {
    case "products_out":
    case "stock_out":
      // A large catalog may take longer: its outbox is stale when its head does not advance.
      return facts.waiting > 0 && isOlder(facts.stalled_since, limit)
    case "sales_in":
    case "refunds_in":
      return (
        isOlder(facts.oldest_waiting_at, limits.inbox) || isOlder(facts.succeeded_at ?? connection.created_at, limit)
      )
    case "stock_in":
      return isOlder(facts.oldest_waiting_at, limits.inbox) || isOlder(facts.checked_at ?? facts.failing_since, limit)
    case "gift_cards":
      return facts.waiting > 0 && (isOlder(facts.failing_since, limit) || isOlder(facts.next_at, limit))
    case "payouts":
      return facts.waiting > 0
        ? isOlder(facts.oldest_waiting_at, limit)
        : facts.total > 0 && isOlder(facts.succeeded_at, limit)
  }
}

/**
 * Returns when a stream is tried next; null: when something changes, or never while the connection does not sync. While
 * the POS does not answer, nothing is tried before the pause of its calls ends.
 * @param scheduled when the stream's job runs next; null: it has none
 */
export function getNextAttempt(
  facts: StreamFacts,
  connection: StreamConnection,
  { now, scheduled }: { now: Date; scheduled: Date | null }
): Date | null {
  const isHeld = connection.push_held && (facts.stream === "products_out" || facts.stream === "stock_out")
  if (!isOn(facts, connection) || isHeld) {
    return null
  }
  const times = [facts.next_at, scheduled].flatMap((time) => (time === null ? [] : [time.getTime()]))
  if (times.length === 0) {
    return null
  }
  const earliest = Math.max(Math.min(...times), now.getTime(), connection.circuit_open_until?.getTime() ?? 0)
  return new Date(earliest)
}

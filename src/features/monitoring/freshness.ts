import type { MedusaContainer } from "@medusajs/framework/types"
import { type AlertKind, type Stream, STREAMS, type StreamState } from "../../contract/monitoring"
import { POS_MODULE } from "../../modules/pos"
import { planByIndexes } from "../../modules/pos/database/sql"
import { latestTime } from "../../runtime/scheduler"
import { STOCK_COMPARISON_TIME } from "../stock"
import { classifyStream, getNextAttempt, getStaleLimits, isFailing } from "./freshness-rules"
import { readStreamFacts, type StreamFacts } from "./freshness-store"
import { SILENT_AFTER } from "./issues"
import { countProducts } from "./product-counts"

/** How fresh a stream of a connection is. `synced` of `total` records are in sync; both are 0 where nothing is counted. */
export type Freshness = {
  connection_id: string
  organization_name: string | null
  stream: Stream
  state: StreamState
  last_success_at: Date | null
  last_attempt_at: Date | null
  waiting: number
  oldest_waiting_at: Date | null
  synced: number
  total: number
  /** null: when something changes */
  next_attempt_at: Date | null
  /** since when attempts fail; null: the last one succeeded */
  failing_since: Date | null
  reason: string | null
  stale_after_minutes: number
}

/**
 * Reads how fresh each stream of active and paused connections is.
 * @param connectionId null: all connections
 * @throws ConnectionNotFoundError
 */
export async function readFreshness(container: MedusaContainer, connectionId: string | null): Promise<Freshness[]> {
  const pos = container.resolve(POS_MODULE)
  const connections = connectionId
    ? [await pos.findConnection(connectionId)]
    : await pos.listPosConnections({ state: ["active", "paused"] }, { take: null })
  const now = await pos.now()
  const limits = getStaleLimits(SILENT_AFTER, (await pos.getOptions()).finance.pullEveryMinutes)
  const facts = await readFacts(container, STREAMS, connectionId)
  const getCounts = await countProducts(
    container,
    connections.map(({ id }) => id)
  )
  const comparing = await findComparing(container)
  return connections.flatMap((connection) =>
    facts
      .filter(({ connection_id }) => connection_id === connection.id)
      .sort((before, after) => STREAMS.indexOf(before.stream) - STREAMS.indexOf(after.stream))
      .map((read): Freshness => {
        const { synced, total, excluded } = getCounts(connection.id)
        const counted = read.stream === "products_out" ? { ...read, synced, total: total - excluded } : read
        const scheduled = getSchedule(read.stream, comparing.has(connection.id), now)
        return {
          connection_id: connection.id,
          organization_name: connection.organization_name,
          stream: read.stream,
          state: classifyStream(counted, connection, limits, now),
          last_success_at: read.succeeded_at,
          last_attempt_at: read.tried_at ?? read.succeeded_at,
          waiting: read.waiting,
          oldest_waiting_at: read.oldest_waiting_at,
          synced: counted.synced,
          total: counted.total,
          next_attempt_at: getNextAttempt(counted, connection, { now, scheduled }),
          failing_since: isFailing(read) ? read.failing_since : null,
          reason: isFailing(read) ? read.failure : null,
          stale_after_minutes: limits[read.stream],
        }
      })
  )
}

const MINUTE_MS = 60_000
const POLL_MS = 5 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Returns when a stream's job runs next; null: it has none. */
function getSchedule(stream: Stream, isComparing: boolean, now: Date): Date | null {
  switch (stream) {
    case "sales_in":
    case "refunds_in":
      return new Date(Math.floor(now.getTime() / POLL_MS) * POLL_MS + POLL_MS)
    case "stock_in":
      return isComparing
        ? new Date(now.getTime() + MINUTE_MS)
        : new Date(latestTime(STOCK_COMPARISON_TIME, now).getTime() + DAY_MS)
    default:
      return null
  }
}

/** Finds the connections whose stock is being compared. */
async function findComparing(container: MedusaContainer): Promise<Set<string>> {
  const pos = container.resolve(POS_MODULE)
  const runs = await pos.listPosRuns({ kind: "reconcile", state: "running" }, { take: null, select: ["connection_id"] })
  return new Set(runs.map(({ connection_id }) => connection_id))
}

async function readFacts(
  container: MedusaContainer,
  streams: readonly Stream[],
  connectionId: string | null
): Promise<StreamFacts[]> {
  const pos = container.resolve(POS_MODULE)
  const { pullEveryMinutes } = (await pos.getOptions()).finance
  return pos.transaction(async (sql, now) => {
    await planByIndexes(sql)
    return readStreamFacts(sql, { streams, connectionId, now, pullEveryMinutes })
  })
}

/** Streams whose staleness no other issue covers. Stock is also stale when an event waits, which is an issue of its own. */
const OWN_ISSUES = {
  stock_in: "stock_check_overdue",
  gift_cards: "gift_cards_stale",
  payouts: "payouts_stale",
} as const satisfies Partial<Record<Stream, AlertKind>>

const hasOwnIssue = (stream: Stream): stream is keyof typeof OWN_ISSUES => stream in OWN_ISSUES

/** A stream that is older than its limit. */
export type StaleStream = {
  connection_id: string
  kind: (typeof OWN_ISSUES)[keyof typeof OWN_ISSUES]
  reason: string | null
  since: Date | null
}

/** Finds stale streams of active connections that need an issue of their own. */
export async function findStaleStreams(container: MedusaContainer): Promise<StaleStream[]> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const limits = getStaleLimits(SILENT_AFTER, (await pos.getOptions()).finance.pullEveryMinutes)
  const connections = await pos.listPosConnections({ state: "active" }, { take: null })
  const streams = STREAMS.filter(hasOwnIssue)
  const facts = await readFacts(container, streams, null)
  return facts.flatMap((read): StaleStream[] => {
    const connection = connections.find(({ id }) => id === read.connection_id)
    // Waiting events are the issue `inbox_waiting`.
    const compared = read.stream === "stock_in" ? { ...read, oldest_waiting_at: null } : read
    if (!connection || !hasOwnIssue(read.stream) || classifyStream(compared, connection, limits, now) !== "stale") {
      return []
    }
    const since = read.failing_since ?? (read.stream === "stock_in" ? read.checked_at : read.oldest_waiting_at)
    return [{ connection_id: read.connection_id, kind: OWN_ISSUES[read.stream], reason: read.failure, since }]
  })
}

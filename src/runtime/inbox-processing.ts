import type { z } from "zod"
import { systemClock } from "../pos-api/clock"
import { describeIssues } from "../pos-api/contract"
import { inSpan, isTraced, markSpan } from "../telemetry/spans"
import { getErrorMessage } from "./errors"
import type { ClaimedInboxEntry } from "./inbox-claims"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableArea } from "../medusa/schema-probe"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import { pausedAreas } from "./schema-compatibility"
import { hasLocation } from "./stock-access"

/**
 * The outcome of handling an inbox entry. The worker turns a failure into a retry or, after the last attempt, into a
 * dead letter.
 */
export type EntryOutcome =
  | { id: string; kind: "done" }
  | { id: string; kind: "ignored"; reason: string }
  | { id: string; kind: "unreadable"; reason: string }
  | { id: string; kind: "failed"; reason: string; attempts: number; error?: unknown }
  /** it is not the entry's turn yet */
  | { id: string; kind: "waiting"; reason: string; until: Date }

type WithEntry = { entry: ClaimedInboxEntry }

/**
 * Parses an entry's payload with its schema. An entry that does not parse is `unreadable`, because a retry would not
 * help.
 */
export function parsePayload<Schema extends z.ZodType>(
  schema: Schema,
  entry: ClaimedInboxEntry
): { payload: z.output<Schema> | null; outcome: EntryOutcome | null } {
  const parsed = schema.safeParse(entry.payload)
  if (parsed.success) {
    return { payload: parsed.data, outcome: null }
  }
  return {
    payload: null,
    outcome: { id: entry.id, kind: "unreadable", reason: describeIssues(parsed.error, entry.payload) },
  }
}

/** Handles a batch together. When that fails, `oneByOne` handles each entry separately to find the failing ones. */
export async function handleTogether<Item extends WithEntry>(
  items: Item[],
  handle: (items: Item[]) => Promise<void>,
  oneByOne: () => Promise<EntryOutcome[]>
): Promise<EntryOutcome[]> {
  if (items.length === 0) {
    return []
  }
  if (items.length === 1) {
    return oneByOne()
  }
  try {
    await handle(items)
    return items.map(({ entry }) => ({ id: entry.id, kind: "done" }))
  } catch {
    // The transaction was rolled back. Each entry now gets its own, and failing entries keep their own reason.
    return oneByOne()
  }
}

export async function handleEach<Item extends WithEntry>(
  items: Item[],
  handle: (item: Item) => Promise<void>
): Promise<EntryOutcome[]> {
  const outcomes: EntryOutcome[] = []
  for (const item of items) {
    const { id, attempts } = item.entry
    try {
      await handle(item)
      outcomes.push({ id, kind: "done" })
    } catch (error) {
      outcomes.push({ id, kind: "failed", reason: getErrorMessage(error), attempts, error })
    }
  }
  return outcomes
}

/** Handler of one kind of event: applies the effects of entries to the store and returns how each entry ended. */
export type EntryHandler = (entries: ClaimedInboxEntry[]) => Promise<EntryOutcome[]>

const failed = ({ id, attempts }: ClaimedInboxEntry, error: unknown): EntryOutcome => ({
  id,
  kind: "failed",
  reason: getErrorMessage(error),
  attempts,
  error,
})

/**
 * Handles entries together, and one by one when that throws, so that only the entry that causes the error fails.
 * Entries of one aggregate keep their order. Never throws: the handlers that run in parallel with it end before the
 * claim is settled.
 */
export async function handleApart(
  entries: ClaimedInboxEntry[],
  now: Date,
  handle: EntryHandler
): Promise<EntryOutcome[]> {
  const [only, ...others] = entries
  if (only === undefined) {
    return []
  }
  try {
    return await handle(entries)
  } catch (error) {
    if (others.length === 0) {
      return [failed(only, error)]
    }
  }
  const items = entries.map((entry) => ({ entry }))
  return handleInRounds(items, now, async (round) => {
    const outcomes: EntryOutcome[] = []
    for (const { entry } of round) {
      outcomes.push(...(await handleApart([entry], now, handle)))
    }
    return outcomes
  })
}

const BEHIND = "An earlier one of the same product is not through yet"

/** Outcomes after which the next entry of the same aggregate is handled: nothing of the entry is outstanding. */
const ENDED: readonly EntryOutcome["kind"][] = ["done", "ignored", "unreadable"]

/** Splits items into rounds, in their order. A round has at most one item of each aggregate. */
function splitIntoRounds<Item extends WithEntry>(items: Item[]): Item[][] {
  const rounds: Item[][] = []
  const depths = new Map<string, number>()
  for (const item of items) {
    const { aggregate } = item.entry
    const depth = depths.get(aggregate) ?? 0
    depths.set(aggregate, depth + 1)
    const round = rounds[depth] ?? []
    rounds[depth] = [...round, item]
  }
  return rounds
}

/**
 * Handles entries of which several may belong to one aggregate, each after the earlier ones of its aggregate have
 * ended. Entries behind one that has not ended wait, which uses no attempt.
 * @param handle handles entries of different aggregates and returns the outcome of each
 */
export async function handleInRounds<Item extends WithEntry>(
  items: Item[],
  now: Date,
  handle: (round: Item[]) => Promise<EntryOutcome[]>
): Promise<EntryOutcome[]> {
  const outcomes: EntryOutcome[] = []
  const stopped = new Set<string>()
  for (const round of splitIntoRounds(items)) {
    const turn = round.filter(({ entry }) => !stopped.has(entry.aggregate))
    const handled = turn.length > 0 ? await handle(turn) : []
    const through = new Set(handled.filter(({ kind }) => ENDED.includes(kind)).map(({ id }) => id))
    round.filter(({ entry }) => !through.has(entry.id)).forEach(({ entry }) => stopped.add(entry.aggregate))
    const waiting = round.filter((item) => !turn.includes(item))
    outcomes.push(
      ...handled,
      ...waiting.map(({ entry: { id } }): EntryOutcome => ({ id, kind: "waiting", reason: BEHIND, until: now }))
    )
  }
  return outcomes
}

/**
 * Traces a batch. The batch has a span that contains the calls made for it. Each entry also has a span in the trace of
 * its message, next to the span of the webhook endpoint. A sale has one more there for the order that was created.
 */
export async function traceBatch<Handled extends { outcomes: EntryOutcome[] }>(
  connectionId: string,
  entries: ClaimedInboxEntry[],
  handle: () => Promise<Handled>
): Promise<Handled> {
  if (entries.length === 0) {
    return handle()
  }
  const began = systemClock.now()
  return inSpan("pos.inbox.batch", { "pos.connection_id": connectionId, "pos.count": entries.length }, async () => {
    const handled = await handle()
    if (isTraced()) {
      const outcomes = new Map(handled.outcomes.map(({ id, kind }) => [id, kind]))
      entries.forEach((entry) =>
        markEntry(connectionId, entry, { began, outcome: outcomes.get(entry.id) ?? "unknown" })
      )
    }
    return handled
  })
}

function markEntry(connectionId: string, entry: ClaimedInboxEntry, ended: { began: Date; outcome: string }): void {
  const { natural_key: messageId, event_name: eventName } = entry
  const { began, outcome } = ended
  const about = { "pos.connection_id": connectionId, "pos.message_id": messageId, "pos.event_name": eventName }
  const failed = outcome === "failed" || outcome === "unreadable"
  markSpan("pos.inbox.entry", messageId, { began, facts: { ...about, "pos.outcome": outcome }, failed })
  if (eventName === "PurchaseCreated" && outcome === "done") {
    markSpan("pos.order", messageId, { began, facts: about })
  }
}

/** Milliseconds until postponed entries are tried again. */
const RETRY_DELAY_MS = 15_000

const getReason = (area: TableArea) => `It waits until Medusa's tables fit again, for ${area}`

const WITHOUT_PLACE = "The connection's stock location has been deleted: it waits until another is chosen"

const isOfStock = (entry: ClaimedInboxEntry) => entry.aggregate.startsWith("stock:")

/** The areas of Medusa's tables that the handling of an entry writes. */
function getAreas(entry: ClaimedInboxEntry, connection: ConnectionRecord): TableArea[] {
  const [kind] = entry.aggregate.split(":")
  switch (kind) {
    case "purchase":
      return connection.inventories === null && connection.stock_sync !== "off" ? ["orders", "stock"] : ["orders"]
    case "stock":
      return ["stock"]
    case "product":
      return entry.event_name.startsWith("InventoryTracking") ? ["stock"] : ["catalog"]
    default:
      return []
  }
}

/**
 * Postpones entries that cannot be handled now, which uses no attempt: entries of an area whose tables are
 * incompatible, and stock whose location was deleted.
 */
export async function postponePausedEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  now: Date
): Promise<{ ready: ClaimedInboxEntry[]; waiting: EntryOutcome[] }> {
  const paused = await pausedAreas(container)
  const hasStock = entries.some(isOfStock)
  const hasPlace = !hasStock || (await hasLocation(container, connection))
  const getWaitReason = (entry: ClaimedInboxEntry): string | undefined => {
    const area = getAreas(entry, connection).find((candidate) => paused.has(candidate))
    return area === undefined ? (hasPlace || !isOfStock(entry) ? undefined : WITHOUT_PLACE) : getReason(area)
  }
  return {
    ready: entries.filter((entry) => getWaitReason(entry) === undefined),
    waiting: entries.flatMap((entry): EntryOutcome[] => {
      const reason = getWaitReason(entry)
      const until = new Date(now.getTime() + RETRY_DELAY_MS)
      return reason === undefined ? [] : [{ id: entry.id, kind: "waiting", reason, until }]
    }),
  }
}

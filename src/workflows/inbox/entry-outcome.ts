import type { z } from "@medusajs/framework/zod"
import { describeIssues } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { reasonOf } from "../queue/reason-of"

/** How an inbox entry fared; the pump turns a failure into a retry or, after enough of them, a dead letter. */
export type EntryOutcome =
  | { id: string; kind: "done" }
  | { id: string; kind: "ignored"; reason: string }
  | { id: string; kind: "unreadable"; reason: string }
  | { id: string; kind: "failed"; reason: string; attempts: number; error?: unknown }
  /** it is not its turn yet */
  | { id: string; kind: "waiting"; reason: string; until: Date }

export type WithEntry = { entry: ClaimedInboxEntry }

/** Reads an entry's payload by its contract; one that does not parse will not get better by being tried again. */
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

/** Handles a batch as one; when that fails, `oneByOne` finds out whose fault it is. */
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
    // The transaction left nothing behind; each entry gets its own, and the failing ones keep their own reason.
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
      outcomes.push({ id, kind: "failed", reason: reasonOf(error), attempts, error })
    }
  }
  return outcomes
}

import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { reasonOf } from "../queue/reason-of"
import type { EntryOutcome } from "./entry-outcome"
import { handleInRounds } from "./handle-in-rounds"

/** An event's handler: puts the effects of entries into the store, and says how each entry ended. */
export type EntryHandler = (entries: ClaimedInboxEntry[]) => Promise<EntryOutcome[]>

const failed = ({ id, attempts }: ClaimedInboxEntry, error: unknown): EntryOutcome => ({
  id,
  kind: "failed",
  reason: reasonOf(error),
  attempts,
  error,
})

/**
 * Handles entries together, and one by one when that throws, so that only the entry that causes the error fails. Entries
 * of one aggregate keep their order. Never throws: handlers that run beside it end before the claim is settled.
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

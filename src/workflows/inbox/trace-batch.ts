import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { systemClock } from "../../pos-api/clock"
import { inSpan, isTraced, markSpan } from "../../telemetry/spans"
import type { EntryOutcome } from "./entry-outcome"

/**
 * A batch has a span, below which the calls that it makes stand. Each entry has one in the trace of its message, where the
 * door's stands; a sale's stands below as the order that it became.
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

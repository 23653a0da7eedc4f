import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosInboxEntry } from "../../../../modules/pos/models"

/** Converts an inbox entry for the API, without its payload. */
export function presentInboxEntry(entry: InferTypeOf<typeof PosInboxEntry>) {
  return {
    id: entry.id,
    connection_id: entry.connection_id,
    natural_key: entry.natural_key,
    sequence: entry.sequence,
    event_name: entry.event_name,
    aggregate: entry.aggregate,
    source: entry.source,
    message_timestamp: entry.message_timestamp,
    state: entry.state,
    reason: entry.reason,
    attempts: entry.attempts,
    next_attempt_at: entry.next_attempt_at,
    handled_at: entry.handled_at,
    dismissal_reason: entry.dismissal_reason,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  }
}

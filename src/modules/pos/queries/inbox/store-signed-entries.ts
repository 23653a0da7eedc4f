import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"
import type { ArrivedEntry } from "./store-entries"

/**
 * A notification whose signature was found right, and the sealed keys that it was held against. One that is not
 * `pending` has ended where it arrives, for a reason.
 */
export type SignedEntry = ArrivedEntry & {
  id: string
  connection_id: string
  signed_digest: string
  state: "pending" | "ignored" | "dead"
  reason: string | null
  signing_key_sealed: string | null
  previous_signing_key_sealed: string | null
}

const judgedSchema = z.object({ id: z.string(), stands: z.boolean() })

/**
 * Stores notifications that are new, of any connections, in one statement: those whose keys are still the ones they were
 * held against. Keys may so be remembered by a process without outliving a rotation or a disconnection in another. What
 * was signed once is new once, under whatever id it comes.
 * @returns the ids of entries whose keys still stand, whether they are new or known
 */
export async function insertSignedEntries(sql: Sql, now: Date, entries: SignedEntry[]): Promise<Set<string>> {
  const rows = await sql(
    judgedSchema,
    `WITH arrived AS (
       SELECT entry.*, EXISTS (
         SELECT 1 FROM pos_subscription AS subscription
         WHERE subscription.connection_id = entry.connection_id AND subscription.deleted_at IS NULL
           AND subscription.signing_key_sealed IS NOT DISTINCT FROM entry.signing_key_sealed
           AND subscription.previous_signing_key_sealed IS NOT DISTINCT FROM entry.previous_signing_key_sealed) AS stands
       FROM json_to_recordset(?::json) AS entry(
         id text, connection_id text, natural_key text, event_name text, aggregate text, source text, payload jsonb,
         message_timestamp text, signed_digest text, state text, reason text, signing_key_sealed text,
         previous_signing_key_sealed text)),
     stored AS (
       INSERT INTO pos_inbox_entry
         (id, connection_id, natural_key, event_name, aggregate, source, payload, message_timestamp, signed_digest, state,
          reason, handled_at)
       SELECT id, connection_id, natural_key, event_name, aggregate, source, payload, message_timestamp, signed_digest,
              state, reason, CASE WHEN state = 'pending' THEN NULL ELSE ?::timestamptz END
       FROM arrived WHERE stands
       ON CONFLICT DO NOTHING)
     SELECT id, stands FROM arrived`,
    [jsonText(entries), now]
  )
  return new Set(rows.flatMap(({ id, stands }) => (stands ? [id] : [])))
}

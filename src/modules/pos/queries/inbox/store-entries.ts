import type { INBOX_SOURCES } from "../../../../vocabulary/inbox-entry"
import { entityId } from "../../entity-id"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/** What arrives: unique by its natural key within a connection. */
export type ArrivedEntry = {
  natural_key: string
  event_name: string
  aggregate: string
  source: (typeof INBOX_SOURCES)[number]
  payload: unknown
  message_timestamp: string | null
}

const withIds = <Entry extends ArrivedEntry>(entries: Entry[]) =>
  entries.map((entry) => ({ ...entry, id: entityId("posin") }))

/** Stores entries that are new and leaves known ones as they are, in one statement. Returns the ids of the new ones. */
export async function insertInboxEntries(sql: Sql, connectionId: string, entries: ArrivedEntry[]): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, message_timestamp)
     SELECT entry.id, ?, entry.natural_key, entry.event_name, entry.aggregate, entry.source, entry.payload,
            entry.message_timestamp
     FROM json_to_recordset(?::json) AS entry(
       id text, natural_key text, event_name text, aggregate text, source text, payload jsonb, message_timestamp text)
     ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
     RETURNING id`,
    [connectionId, jsonText(withIds(entries))]
  )
  return rows.map((row) => row.id)
}

/** What came and can never be understood as it is: kept for a person, with what is wrong with it. */
export type DeadEntry = ArrivedEntry & { reason: string }

/**
 * Stores entries that gave up before they began, each once: what a person was told of in one way, a notification say, is
 * not told again in another, and what a person has dismissed is not brought back. Returns the ids of the new ones.
 */
export async function insertDeadEntries(
  sql: Sql,
  input: { connectionId: string; now: Date; entries: DeadEntry[] }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    // OFFSET 0 keeps PostgreSQL from reading all dead entries once instead of looking each aggregate up by index.
    `INSERT INTO pos_inbox_entry
       (id, connection_id, natural_key, event_name, aggregate, source, payload, message_timestamp, state, reason, handled_at)
     SELECT entry.id, ?, entry.natural_key, entry.event_name, entry.aggregate, entry.source, entry.payload,
            entry.message_timestamp, 'dead', entry.reason, ?
     FROM json_to_recordset(?::json) AS entry(
       id text, natural_key text, event_name text, aggregate text, source text, payload jsonb, message_timestamp text,
       reason text)
     WHERE NOT EXISTS (
       SELECT 1 FROM pos_inbox_entry AS known
       WHERE known.connection_id = ? AND known.aggregate = entry.aggregate AND known.state IN ('dead', 'dismissed')
         AND known.deleted_at IS NULL OFFSET 0)
     ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
     RETURNING id`,
    [input.connectionId, input.now, jsonText(withIds(input.entries)), input.connectionId]
  )
  return rows.map((row) => row.id)
}

import { z } from "zod"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { INBOX_SOURCES } from "../contract/processing"
import { POS_MODULE } from "../modules/pos"
import { jsonText } from "../modules/pos/database/json-text"
import { allOf, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { entityId } from "../modules/pos/entity-id"
import { MAX_KEPT_RECORD, type UnreadableItem } from "../pos-api/client"

/** An entry to store. Its natural key is unique within a connection. */
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

/** Stores new entries and leaves existing ones unchanged, in one statement. Returns the ids of the new ones. */
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

/** An entry that cannot be read in its present form. It is kept for a person, with the reason. */
export type DeadEntry = ArrivedEntry & { reason: string }

/**
 * Stores entries as dead letters, each once. It stores none for an aggregate that already has a dead or dismissed
 * entry, for example from a notification: a problem is reported once, and a dismissed one does not return. Returns the
 * ids of the new ones.
 */
export async function insertDeadEntries(
  sql: Sql,
  input: { connectionId: string; now: Date; entries: DeadEntry[] }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    // OFFSET 0 keeps PostgreSQL from reading all dead entries once instead of looking up each aggregate by index.
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

/**
 * A notification with a valid signature, and the sealed keys that the signature was verified with. An entry whose state
 * is not `pending` has already ended, for the given reason.
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

const storedSchema = z.object({ id: z.string(), is_current: z.boolean() })

/**
 * Stores new notifications of any connections in one statement, if their signing keys are still those that they were
 * verified with. A process may therefore cache keys, and a rotation or disconnection in another process still takes
 * effect. A notification with the same signed content is stored once, regardless of its message id.
 * @returns the ids of entries whose keys are still current, whether the entries are new or existing
 */
export async function insertSignedEntries(sql: Sql, now: Date, entries: SignedEntry[]): Promise<Set<string>> {
  const rows = await sql(
    storedSchema,
    `WITH arrived AS (
       SELECT entry.*, EXISTS (
         SELECT 1 FROM pos_subscription AS subscription
         WHERE subscription.connection_id = entry.connection_id AND subscription.deleted_at IS NULL
           AND subscription.signing_key_sealed IS NOT DISTINCT FROM entry.signing_key_sealed
           AND subscription.previous_signing_key_sealed IS NOT DISTINCT FROM entry.previous_signing_key_sealed) AS is_current
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
       FROM arrived WHERE is_current
       ON CONFLICT DO NOTHING)
     SELECT id, is_current FROM arrived`,
    [jsonText(entries), now]
  )
  return new Set(rows.flatMap(({ id, is_current }) => (is_current ? [id] : [])))
}

/** Event names of records that are read from lists and have no event of their own. */
export const READ_RECORDS = { accountTransaction: "AccountTransactionRead", stockRow: "StockRowRead" } as const

/**
 * How an unreadable record of a list is stored: under the name of the event that reports such a record, so that it can
 * be replayed like any other entry. `field`: the payload field that holds the record; null: the record is the payload.
 */
const KINDS = {
  purchase: { eventName: "PurchaseCreated", field: null },
  product: { eventName: "ProductUpdated", field: "newEntity" },
  "account-transaction": { eventName: READ_RECORDS.accountTransaction, field: "transaction" },
  "stock-row": { eventName: READ_RECORDS.stockRow, field: "row" },
} as const

export type UnreadableKind = keyof typeof KINDS

/**
 * Stores list records that could not be read as dead entries of the inbox, each once however often the list is read.
 * The readable records of the list continue, and a person finds the unreadable ones. Returns how many are new.
 * @param beside further payload fields that say where the records were read
 */
export async function storeUnreadable(
  container: MedusaContainer,
  connectionId: string,
  unreadable: UnreadableItem[],
  { kind, beside = {} }: { kind: UnreadableKind; beside?: Record<string, string> }
): Promise<number> {
  if (unreadable.length === 0) {
    return 0
  }
  const { eventName, field } = KINDS[kind]
  const entries = unreadable.map(({ key, text, reason }) => {
    const record: unknown = text.length < MAX_KEPT_RECORD ? JSON.parse(text) : text
    return {
      // This differs from the key of the readable record, which is therefore new once it can be read.
      natural_key: `unreadable:${kind}:${key}`,
      event_name: eventName,
      aggregate: `${kind}:${key}`,
      source: "poll" as const,
      payload: field === null ? record : { ...beside, [field]: record },
      message_timestamp: null,
      reason,
    }
  })
  const keptEntries = await container
    .resolve(POS_MODULE)
    .query((sql, now) => insertDeadEntries(sql, { connectionId, now, entries }))
  return keptEntries.length
}

/**
 * Dismisses dead entries, by a person's decision. Entries in other states are not changed. Returns how many were
 * dismissed.
 */
export async function dismissInboxEntries(
  sql: Sql,
  now: Date,
  dismissal: {
    connectionId: string
    /** entries to dismiss; null: all dead entries of the connection */
    ids: string[] | null
    /** in the person's words; null: none */
    reason: string | null
  }
): Promise<number> {
  const { connectionId, ids, reason } = dismissal
  const dead = allOf(
    fragment("deleted_at IS NULL AND state = 'dead' AND connection_id = ?", connectionId),
    ids === null ? null : fragment("id = ANY(?)", ids)
  )
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry
     SET state = 'dismissed', dismissal_reason = ?, next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, handled_at = ?,
       updated_at = ?
     WHERE ${dead.text}
     RETURNING id`,
    [reason, now, now, ...dead.bindings]
  )
  return rows.length
}

/** Returns dismissed entries to the dead ones, as they were. Entries in other states are not changed. */
export async function undoInboxDismissals(sql: Sql, connectionId: string, ids: string[]): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry SET state = 'dead', dismissal_reason = NULL, updated_at = now()
     WHERE deleted_at IS NULL AND state = 'dismissed' AND (connection_id = ?) IS TRUE AND id = ANY(?) RETURNING id`,
    [connectionId, ids]
  )
  return rows.length
}

/** Rows per statement, few enough that the deletion takes only a moment and does not delay sales. */
const LOOKED_AT_ONCE = 5_000

const prunedSchema = z.object({ looked_at: z.coerce.number(), pruned: z.coerce.number() })

/**
 * Deletes the oldest of a connection's entries that ended before a given time. Their effects have natural keys of their
 * own, so a message that is delivered again later still changes nothing. Dead entries are kept until a person replays
 * or dismisses them.
 * @returns whether there may be more to delete
 */
export async function pruneInboxEntries(
  sql: Sql,
  { connectionId, state, before }: { connectionId: string; state: "done" | "ignored" | "dismissed"; before: Date }
): Promise<boolean> {
  const [row] = await sql(
    prunedSchema,
    // The oldest entries are found by an index; hardly any entry further back is old enough.
    `WITH oldest AS (
       SELECT id, handled_at FROM pos_inbox_entry WHERE connection_id = ? AND state = ? AND deleted_at IS NULL
       ORDER BY sequence LIMIT ?
     ), pruned AS (
       DELETE FROM pos_inbox_entry WHERE id = ANY(ARRAY(SELECT id FROM oldest WHERE handled_at < ?)) RETURNING id
     )
     SELECT (SELECT count(*) FROM oldest) AS looked_at, (SELECT count(*) FROM pruned) AS pruned`,
    [connectionId, state, LOOKED_AT_ONCE, before]
  )
  return row !== undefined && row.pruned > 0 && row.pruned === row.looked_at
}

/**
 * Records the arrival of the newest of these webhook entries as the connection's last notification. The time of
 * processing does not count: a backlog or a retry is no sign that notifications still arrive.
 */
export async function recordWebhookReceived(sql: Sql, connectionId: string, entryIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET last_notification_at = newest.at, updated_at = now()
     FROM (SELECT max(created_at) AS at FROM pos_inbox_entry WHERE id = ANY(?) AND source = 'webhook') AS newest
     WHERE id = ? AND newest.at > coalesce(last_notification_at, '-infinity') RETURNING id`,
    [entryIds, connectionId]
  )
}

/**
 * Adds purchases that a poll found without a notification to the connection's count. The count restarts after a newer
 * notification.
 */
export async function recordMissedWebhook(
  sql: Sql,
  connectionId: string,
  missedCount: number,
  now: Date
): Promise<void> {
  if (missedCount === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_connection SET missed_webhook_count = counted.before + ?, updated_at = now(),
       webhooks_missed_since = CASE WHEN counted.before = 0 THEN ?::timestamptz ELSE webhooks_missed_since END
     FROM (SELECT id AS known, CASE WHEN last_notification_at > webhooks_missed_since THEN 0 ELSE missed_webhook_count END AS before
           FROM pos_connection WHERE id = ?) AS counted
     WHERE id = counted.known RETURNING id`,
    [missedCount, now, connectionId]
  )
}

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/** What arrives: unique by its natural key within a connection. */
export type ArrivedEntry = {
  id: string
  natural_key: string
  event_name: string
  aggregate: string
  source: "webhook" | "poll"
  payload: unknown
  message_timestamp: string | null
}

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
    [connectionId, jsonText(entries)]
  )
  return rows.map((row) => row.id)
}

/** What came and can never be understood as it is: kept for a person, with what is wrong with it. */
export type DeadEntry = ArrivedEntry & { reason: string }

/**
 * Stores entries that gave up before they began, each once: what a person was told of in one way, a notification say, is
 * not told again in another. Returns the ids of the new ones.
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
       WHERE known.connection_id = ? AND known.aggregate = entry.aggregate AND known.state = 'dead'
         AND known.deleted_at IS NULL OFFSET 0)
     ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
     RETURNING id`,
    [input.connectionId, input.now, jsonText(input.entries), input.connectionId]
  )
  return rows.map((row) => row.id)
}

/**
 * A notification whose signature was found right, and the sealed keys that it was held against. One that is not
 * `pending` has ended where it arrives, for a reason.
 */
export type SignedEntry = ArrivedEntry & {
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

/** How one claimed entry ended. */
export type InboxResult =
  | { id: string; state: "done" }
  | { id: string; state: "ignored" | "dead"; reason: string }
  /** `waited`: it was not its turn yet, which is no attempt */
  | { id: string; state: "pending"; reason: string; next_attempt_at: string; waited?: boolean }

/**
 * Records how entries ended and ends their claims, in one statement. A claim that another process has taken over is not
 * touched: how those entries end is for the other to say, and their effects are there once.
 */
export async function settleInboxEntries(sql: Sql, now: Date, token: string, results: InboxResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry AS entry SET
       state = result.state, reason = result.reason, next_attempt_at = result.next_attempt_at, claimed_until = NULL, claim_token = NULL,
       attempts = CASE WHEN result.waited THEN entry.attempts - 1 ELSE entry.attempts END,
       handled_at = CASE WHEN result.state = 'pending' THEN NULL ELSE ?::timestamptz END, updated_at = ?
     FROM json_to_recordset(?::json) AS result(id text, state text, reason text, next_attempt_at timestamptz, waited boolean)
     WHERE entry.id = result.id AND entry.claim_token = ?
     RETURNING entry.id`,
    [now, now, JSON.stringify(results), token]
  )
}

/**
 * Makes ended entries pending again, for a person's replay: all dead ones, or those that are named, of which ignored
 * ones too. Returns how many.
 */
export async function replayInboxEntries(sql: Sql, connectionId: string, ids: string[] | null): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry
     SET state = 'pending', attempts = 0, next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, handled_at = NULL, updated_at = now()
     WHERE connection_id = ? AND deleted_at IS NULL
       AND CASE WHEN ? THEN state = 'dead' ELSE state IN ('dead', 'ignored') AND id = ANY(?) END
     RETURNING id`,
    [connectionId, ids === null, ids ?? []]
  )
  return rows.length
}

const PRUNED_AT_ONCE = 5_000

/**
 * Forgets entries that ended before `before`. Their effects keep natural keys of their own, so a message that comes
 * again after that still changes nothing. Dead entries stay until a person deals with them. Returns how many went.
 */
export async function pruneInboxEntries(sql: Sql, before: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `DELETE FROM pos_inbox_entry WHERE id IN (
       SELECT id FROM pos_inbox_entry WHERE state IN ('done', 'ignored') AND handled_at < ? LIMIT ?)
     RETURNING id`,
    [before, PRUNED_AT_ONCE]
  )
  return rows.length
}

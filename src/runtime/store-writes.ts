import { z } from "zod"
import { STORE_WRITE_KINDS, type StoreWriteKind } from "../contract/processing"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { entityId } from "../modules/pos/entity-id"
import { type Claim, isUnclaimed } from "../modules/pos/queue-policies"

/** A write to the store, to be performed by Medusa's services after the caller's transaction. */
export type NewStoreWrite = {
  connection_id: string
  kind: StoreWriteKind
  /** natural key: a second write of the same kind and key is not stored */
  key: string
  /** writes of one subject are performed in order, one after the other */
  subject: string
  /** JSON; what the kind's handler needs beside the key */
  payload: unknown
}

const storeWriteSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  kind: z.enum(STORE_WRITE_KINDS),
  key: z.string(),
  subject: z.string(),
  payload: z.unknown(),
  /** number of attempts, with this one */
  attempts: z.number(),
  /** of the claim */
  claim_token: z.string(),
  /** its place in the order of all writes */
  sequence: z.number(),
})

/** A stored write that this process has claimed. */
export type StoreWrite = z.infer<typeof storeWriteSchema>

/** Stores writes in their order (transactional outbox). In the transaction of what causes them. */
export async function insertStoreWrites(sql: Sql, writes: NewStoreWrite[]): Promise<void> {
  if (writes.length === 0) {
    return
  }
  const rows = writes.map(({ connection_id, kind, key, subject, payload }, place) => ({
    place,
    id: entityId("poswr"),
    connection_id,
    kind,
    key,
    subject,
    payload,
  }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_store_write (id, connection_id, kind, key, subject, payload)
     SELECT id, connection_id, kind, key, subject, payload
     FROM json_to_recordset(?::json)
       AS given(place int, id text, connection_id text, kind text, key text, subject text, payload jsonb)
     ORDER BY place
     ON CONFLICT (connection_id, kind, key) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [jsonText(rows)]
  )
}

/** Finds which of these subjects have a write that has not been performed. */
export async function findWaitingSubjects(sql: Sql, subjects: string[]): Promise<Set<string>> {
  const rows = await sql(
    z.object({ subject: z.string() }),
    "SELECT DISTINCT subject FROM pos_store_write WHERE subject = ANY(?) AND deleted_at IS NULL",
    [subjects]
  )
  return new Set(rows.map(({ subject }) => subject))
}

/** Finds which of these orders Medusa's services have not created yet. */
export async function findUnwrittenOrders(sql: Sql, orderIds: string[]): Promise<Set<string>> {
  const rows = await sql(
    z.object({ subject: z.string() }),
    "SELECT subject FROM pos_store_write WHERE subject = ANY(?) AND kind = 'order' AND deleted_at IS NULL",
    [orderIds.map((orderId) => `order:${orderId}`)]
  )
  const subjects = new Set(rows.map(({ subject }) => subject))
  return new Set(orderIds.filter((orderId) => subjects.has(`order:${orderId}`)))
}

/** SQL condition on `write`: no earlier write of its subject waits. */
const IS_FIRST = `NOT EXISTS (
  SELECT 1 FROM pos_store_write AS earlier
  WHERE earlier.subject = write.subject AND earlier.sequence < write.sequence AND earlier.deleted_at IS NULL)`

/**
 * Claims the oldest writes that are due, at most one of each subject: the next one of a subject follows once this one
 * has been performed. So the order of a subject is kept, however many processes drain.
 * @param input.kinds the kinds that this process can perform
 */
export async function claimStoreWrites(
  sql: Sql,
  { token, now, claimUntil, kinds, limit }: Claim & { kinds: StoreWriteKind[]; limit: number }
): Promise<StoreWrite[]> {
  const rows = await sql(
    storeWriteSchema,
    `UPDATE pos_store_write SET claimed_until = ?, claim_token = ?, attempts = attempts + 1, updated_at = now()
     WHERE id = ANY(ARRAY(
       SELECT write.id FROM pos_store_write AS write
       WHERE write.deleted_at IS NULL AND write.kind = ANY(?) AND ${isUnclaimed("write.claimed_until")}
         AND (write.next_attempt_at IS NULL OR write.next_attempt_at <= ?) AND ${IS_FIRST}
       ORDER BY write.sequence LIMIT ? FOR UPDATE SKIP LOCKED))
     RETURNING id, connection_id, kind, key, subject, payload, attempts, claim_token, sequence`,
    [claimUntil, token, kinds, now, now, limit]
  )
  return rows.sort((left, right) => left.sequence - right.sequence)
}

/** Another process has claimed a write, because this one held its claim for too long. */
class StoreWriteTakenError extends Error {
  constructor() {
    super("Could not plan a write to the store: another process has taken it over. It is performed there.")
    this.name = "StoreWriteTakenError"
  }
}

/**
 * Stores what claimed writes are about to do, with all ids, before anything is called. A repeated write therefore does
 * the same again, and finds what the first one did. In a transaction.
 * @throws StoreWriteTakenError
 */
export async function planStoreWrites(sql: Sql, planned: { write: StoreWrite; payload: unknown }[]): Promise<void> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_store_write AS write SET payload = planned.payload, updated_at = now()
     FROM json_to_recordset(?::json) AS planned(id text, claim_token text, payload jsonb)
     WHERE write.id = planned.id AND write.claim_token = planned.claim_token RETURNING write.id`,
    [jsonText(planned.map(({ write, payload }) => ({ id: write.id, claim_token: write.claim_token, payload })))]
  )
  if (rows.length < planned.length) {
    throw new StoreWriteTakenError()
  }
  planned.forEach(({ write, payload }) => {
    write.payload = payload
  })
}

/** Deletes writes that have been performed, as long as this process still holds their claim. */
export async function deleteStoreWrites(sql: Sql, ids: string[], token: string): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    "DELETE FROM pos_store_write WHERE id = ANY(?) AND claim_token = ? RETURNING id",
    [ids, token]
  )
  return rows.map(({ id }) => id)
}

/** When a write that failed is tried again, and why it failed. */
export type PostponedWrite = { id: string; reason: string; next_attempt_at: string }

/** Records why writes failed, and frees them for their next attempt. */
export async function postponeStoreWrites(sql: Sql, writes: PostponedWrite[], token: string): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_store_write AS write SET reason = failed.reason, next_attempt_at = failed.next_attempt_at,
       claimed_until = NULL, claim_token = NULL, updated_at = now()
     FROM json_to_recordset(?::json) AS failed(id text, reason text, next_attempt_at timestamptz)
     WHERE write.id = failed.id AND write.claim_token = ? RETURNING write.id`,
    [jsonText(writes), token]
  )
}

/** Returns when the next write of these kinds is due: the first one of a subject; null when none waits. */
export async function nextStoreWriteAt(sql: Sql, now: Date, kinds: StoreWriteKind[]): Promise<Date | null> {
  const [next] = await sql(
    z.object({ at: z.date().nullable() }),
    `SELECT min(greatest(write.claimed_until, write.next_attempt_at, ?::timestamptz)) AS at
     FROM pos_store_write AS write WHERE write.deleted_at IS NULL AND write.kind = ANY(?) AND ${IS_FIRST}`,
    [now, kinds]
  )
  return next?.at ?? null
}

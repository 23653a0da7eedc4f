import { z } from "zod"
import { INBOX_SOURCES } from "../contract/processing"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { type Claim, type InboxLane, inboxLanes, isUnclaimed, oldestFirst } from "../modules/pos/queue-policies"

const claimedEntrySchema = z.object({
  id: z.string(),
  natural_key: z.string(),
  event_name: z.string(),
  aggregate: z.string(),
  source: z.enum(INBOX_SOURCES),
  payload: z.unknown(),
  message_timestamp: z.string().nullable(),
  /** includes the attempt that starts now; only settlement stores it, so a process that dies uses no attempt */
  attempts: z.number(),
  postponements: z.number(),
  sequence: z.coerce.number(),
})

export type ClaimedInboxEntry = z.infer<typeof claimedEntrySchema>

/** `upTo`: highest sequence to claim; applies only to lanes that trickle */
type ClaimInput = Claim & { connectionId: string; limit: number; upTo?: number }

/**
 * Claims pending entries of one lane of a connection, the first lane that has any. Of each aggregate it claims only the
 * oldest entry, so that one aggregate is handled in order while different aggregates are handled at once.
 * For stock it also claims the entries that follow in the same aggregate. Otherwise each movement of a best-seller
 * would take a batch of its own.
 */
export async function claimInboxEntries(sql: Sql, input: ClaimInput): Promise<ClaimedInboxEntry[]> {
  for (const lane of inboxLanes) {
    const claimed = (await isHeldBySync(sql, lane, input)) ? [] : await claimOfLane(sql, lane, input)
    if (claimed.length > 0) {
      return claimed
    }
  }
  return []
}

/**
 * SQL condition: the product of an entry is being pushed. Only at the end of the push is it known whether the entry is
 * an echo of that push. Each link is found by its UUID: OFFSET 0 keeps PostgreSQL from reading all links once instead.
 * IS TRUE keeps it from choosing an index that starts with the connection.
 */
const BEING_PUSHED = `EXISTS (
             SELECT 1 FROM pos_product_link AS link
             WHERE link.product_uuid = split_part(entry.aggregate, ':', 2)
               AND (link.connection_id = entry.connection_id) IS TRUE
               AND link.deleted_at IS NULL AND link.claimed_until > ? OFFSET 0)
           OR EXISTS (
             SELECT 1 FROM pos_product_part AS part
             WHERE part.product_uuid = split_part(entry.aggregate, ':', 2)
               AND (part.connection_id = entry.connection_id) IS TRUE
               AND part.deleted_at IS NULL
               AND (SELECT link.claimed_until > ? FROM pos_product_link AS link WHERE link.id = part.product_link_id) OFFSET 0)`

const IS_DUE = (entry: string) =>
  `${isUnclaimed(`${entry}.claimed_until`)} AND (${entry}.next_attempt_at IS NULL OR ${entry}.next_attempt_at <= ?)`

/**
 * Claims the entries that follow a claimed one in its aggregate. This is safe because no other process claims entries
 * behind a claimed one.
 */
async function claimFollowers(
  sql: Sql,
  { condition, stockInRow }: InboxLane,
  input: ClaimInput,
  claimed: ClaimedInboxEntry[]
): Promise<ClaimedInboxEntry[]> {
  const oldest = claimed.filter(({ aggregate }) => aggregate.startsWith("stock:"))
  if (stockInRow === undefined || oldest.length === 0) {
    return []
  }
  return sql(
    claimedEntrySchema,
    `UPDATE pos_inbox_entry SET claimed_until = ?, claim_token = ?
     WHERE id = ANY(ARRAY(
       SELECT follower.id FROM json_to_recordset(?::json) AS oldest(aggregate text, sequence bigint) CROSS JOIN LATERAL (
         SELECT entry.id FROM pos_inbox_entry AS entry
         WHERE entry.connection_id = ? AND entry.aggregate = oldest.aggregate
           AND (entry.sequence > oldest.sequence) IS TRUE
           AND entry.state = 'pending' AND entry.deleted_at IS NULL AND ${condition} AND ${IS_DUE("entry")}
         ORDER BY entry.sequence LIMIT ?) AS follower))
     ${RETURNING}`,
    [
      input.claimUntil,
      input.token,
      jsonText(oldest.map(({ aggregate, sequence }) => ({ aggregate, sequence }))),
      input.connectionId,
      input.now,
      input.now,
      stockInRow,
    ]
  )
}

const RETURNING =
  "RETURNING id, natural_key, event_name, aggregate, source, payload, message_timestamp, attempts + 1 AS attempts, postponements, sequence"

async function claimOfLane(sql: Sql, lane: InboxLane, input: ClaimInput): Promise<ClaimedInboxEntry[]> {
  const rows = await sql(
    claimedEntrySchema,
    // The array and OFFSET 0 keep PostgreSQL from planning joins over all pending entries. It must read the oldest
    // ones, check each aggregate by index, and stop at the limit. IS TRUE keeps it from using the index of all entries
    // to find earlier entries of an aggregate.
    `UPDATE pos_inbox_entry SET claimed_until = ?, claim_token = ?
     WHERE id = ANY(ARRAY(
       SELECT entry.id FROM pos_inbox_entry AS entry
       WHERE entry.connection_id = ? AND entry.state = 'pending' AND entry.deleted_at IS NULL
         AND ${lane.condition} AND ${IS_DUE("entry")}
         AND NOT EXISTS (
           SELECT 1 FROM pos_inbox_entry AS earlier
           WHERE earlier.connection_id = entry.connection_id AND earlier.aggregate = entry.aggregate
             AND earlier.state = 'pending' AND earlier.deleted_at IS NULL AND (earlier.sequence < entry.sequence) IS TRUE
           OFFSET 0)
         AND NOT (entry.aggregate LIKE 'product:%' AND (${BEING_PUSHED}))
         ${lane.trickles ? "AND (entry.sequence <= coalesce(?::bigint, entry.sequence)) IS TRUE" : ""}
       ORDER BY ${oldestFirst("entry")} LIMIT ? FOR UPDATE OF entry SKIP LOCKED))
     ${RETURNING}`,
    [
      input.claimUntil,
      input.token,
      input.connectionId,
      input.now,
      input.now,
      input.now,
      input.now,
      ...(lane.trickles ? [input.upTo ?? null] : []),
      Math.min(input.limit, lane.atOnce ?? input.limit),
    ]
  )
  const followers = await claimFollowers(sql, lane, input, rows)
  return [...rows, ...followers].sort((left, right) => left.sequence - right.sequence)
}

const heldSchema = z.object({ held: z.boolean() })

/**
 * How far back running pushes are searched for. An older run that still has the state `running` is stuck for other
 * reasons; the limit keeps the query from reading years of runs.
 */
const LONGEST_SYNC = "1 day"

/**
 * Returns true while a lane waits for a push of the whole catalog to end. Comparing echoes then takes no time from the
 * push or from sales. The lane stops waiting once its oldest entry has waited for `heldBySyncMs` milliseconds.
 */
export async function isHeldBySync(
  sql: Sql,
  { condition, heldBySyncMs }: InboxLane,
  { connectionId, now }: { connectionId: string; now: Date }
): Promise<boolean> {
  if (heldBySyncMs === undefined) {
    return false
  }
  const [row] = await sql(
    heldSchema,
    `SELECT EXISTS (
       SELECT 1 FROM pos_run
       WHERE connection_id = ? AND created_at > ?::timestamptz - interval '${LONGEST_SYNC}' AND kind = 'push'
         AND state = 'running' AND deleted_at IS NULL)
     AND coalesce((
       SELECT created_at FROM pos_inbox_entry AS entry
       WHERE connection_id = ? AND state = 'pending' AND deleted_at IS NULL AND ${condition}
       ORDER BY ${oldestFirst("entry")} LIMIT 1) > ?, false) AS held`,
    [connectionId, now, connectionId, new Date(now.getTime() - heldBySyncMs)]
  )
  return row?.held ?? false
}

/** How handling of one claimed entry ended. */
export type InboxResult =
  | { id: string; state: "done" }
  | { id: string; state: "ignored" | "dead"; reason: string }
  /**
   * `waited`: it was not the entry's turn yet; this uses no attempt. `postponed`: something other than the entry itself
   * failed; this uses no attempt either, but consecutive postponements are counted
   */
  | { id: string; state: "pending"; reason: string; next_attempt_at: string; waited?: boolean; postponed?: boolean }

/**
 * Records how entries ended and ends their claims, in one statement. Entries whose claim another process has taken over
 * are not changed: that process records their outcome, and natural keys keep their effects single.
 */
export async function settleInboxEntries(sql: Sql, now: Date, token: string, results: InboxResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry AS entry SET
       state = result.state, reason = result.reason, next_attempt_at = result.next_attempt_at, claimed_until = NULL, claim_token = NULL,
       attempts = CASE WHEN result.waited OR result.postponed THEN entry.attempts ELSE entry.attempts + 1 END,
       postponements = CASE WHEN result.postponed THEN entry.postponements + 1 WHEN result.waited THEN entry.postponements ELSE 0 END,
       handled_at = CASE WHEN result.state = 'pending' THEN NULL ELSE ?::timestamptz END, updated_at = ?
     FROM json_to_recordset(?::json) AS result(id text, state text, reason text, next_attempt_at timestamptz, waited boolean, postponed boolean)
     WHERE entry.id = result.id AND entry.id = ANY(?) AND entry.claim_token = ?
     RETURNING entry.id`,
    [now, now, jsonText(results), results.map(({ id }) => id), token]
  )
}

/**
 * Resets ended entries to pending for a manual replay.
 * @param ids entries to replay, which may also be ignored or dismissed; null: all dead entries of the connection
 * @returns how many entries were reset
 */
export async function replayInboxEntries(sql: Sql, connectionId: string, ids: string[] | null): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_inbox_entry
     SET state = 'pending', attempts = 0, postponements = 0, next_attempt_at = NULL, claimed_until = NULL, claim_token = NULL, handled_at = NULL,
       dismissal_reason = NULL, updated_at = now()
     WHERE deleted_at IS NULL AND ${
       ids === null
         ? "connection_id = ? AND state = 'dead'"
         : "(connection_id = ?) IS TRUE AND state IN ('dead', 'ignored', 'dismissed') AND id = ANY(?)"
     }
     RETURNING id`,
    ids === null ? [connectionId] : [connectionId, ids]
  )
  return rows.length
}

const lastSchema = z.object({ last: z.coerce.number() })

/**
 * Returns the sequence of the entry that was stored last, of any connection; 0 when there is none. It reads the
 * database sequence itself: for the maximum of one connection, PostgreSQL may read all of its entries.
 */
export async function lastSequence(sql: Sql): Promise<number> {
  const [row] = await sql(
    lastSchema,
    "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('pos_inbox_entry', 'sequence')), 0) AS last",
    []
  )
  return row?.last ?? 0
}

const oldestIn = ({ condition }: InboxLane) => `(
    SELECT entry.reason, entry.created_at FROM pos_inbox_entry AS entry
    WHERE entry.connection_id = connection.id AND entry.state = 'pending' AND ${condition} AND entry.deleted_at IS NULL
    ORDER BY ${oldestFirst("entry")} LIMIT 1)`

/**
 * SQL for the oldest waiting entry of each lane of `connection`: one index lookup per lane, however many entries wait.
 */
export const OLDEST_OF_LANES = inboxLanes.map(oldestIn).join(" UNION ALL ")

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Claim } from "../../queue-terms"
import { isHeldBySync } from "./held-lane"
import { inboxLanes, type InboxLane, oldestFirst } from "./lanes"
import type { Sql } from "../../database/sql"
import { INBOX_SOURCES } from "../../../../vocabulary/inbox-entry"

const claimedEntrySchema = z.object({
  id: z.string(),
  natural_key: z.string(),
  event_name: z.string(),
  aggregate: z.string(),
  source: z.enum(INBOX_SOURCES),
  payload: z.unknown(),
  message_timestamp: z.string().nullable(),
  /** with the attempt that begins, which its settlement counts: a process that dies uses none */
  attempts: z.number(),
  postponements: z.number(),
  sequence: z.coerce.number(),
})

export type ClaimedInboxEntry = z.infer<typeof claimedEntrySchema>

/** `upTo`: of a lane that trickles nothing is claimed that came after this, by its sequence */
type ClaimInput = Claim & { connectionId: string; limit: number; upTo?: number }

/**
 * Claims pending entries of a connection: of each aggregate only the oldest, so that one aggregate is handled in
 * order while many are handled at once; of a product's stock those that follow, too, or what a best-seller has moved
 * would take a batch for each piece. They are all of one lane, the first that has any.
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
 * Whether the product that an entry tells of is being pushed: whether it tells of that very push can only be seen at the
 * push's end. Each is looked up by its UUID: OFFSET 0 keeps PostgreSQL from reading all links once instead, and IS TRUE
 * from taking the connection for the better key.
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
  `(${entry}.claimed_until IS NULL OR ${entry}.claimed_until < ?) AND (${entry}.next_attempt_at IS NULL OR ${entry}.next_attempt_at <= ?)`

/** Whoever holds the oldest of an aggregate may take what follows: nobody else claims behind it. */
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
      ...[input.claimUntil, input.token, jsonText(oldest.map(({ aggregate, sequence }) => ({ aggregate, sequence })))],
      ...[input.connectionId, input.now, input.now, stockInRow],
    ]
  )
}

const RETURNING =
  "RETURNING id, natural_key, event_name, aggregate, source, payload, message_timestamp, attempts + 1 AS attempts, postponements, sequence"

async function claimOfLane(sql: Sql, lane: InboxLane, input: ClaimInput): Promise<ClaimedInboxEntry[]> {
  const rows = await sql(
    claimedEntrySchema,
    // The array and OFFSET 0 keep PostgreSQL from planning joins over all that is pending: it shall go along the oldest,
    // look each one's aggregate up by index, and stop at the limit. IS TRUE keeps it from taking the index of all entries
    // for those that came earlier.
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
      ...[input.claimUntil, input.token, input.connectionId, input.now, input.now, input.now, input.now],
      ...(lane.trickles ? [input.upTo ?? null] : []),
      Math.min(input.limit, lane.atOnce ?? input.limit),
    ]
  )
  const followers = await claimFollowers(sql, lane, input, rows)
  return [...rows, ...followers].sort((one, other) => one.sequence - other.sequence)
}

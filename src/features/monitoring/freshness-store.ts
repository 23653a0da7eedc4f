import { z } from "zod"
import { type Stream, STREAMS } from "../../contract/monitoring"
import { LIST_COUNT_LIMIT } from "../../contract/processing"
import { nullableMomentColumn } from "../../modules/pos/database/big-number"
import { fragment, type Fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { stockLanes } from "../../modules/pos/queue-policies"

const factsSchema = z.object({
  connection_id: z.string(),
  stream: z.enum(STREAMS),
  /** number of records that wait to be synced */
  waiting: z.coerce.number(),
  oldest_waiting_at: nullableMomentColumn,
  /** when the first waiting record is tried next, or the account is read next; null: nothing waits */
  next_at: nullableMomentColumn,
  /** of `total` records, so many are synced */
  synced: z.coerce.number(),
  total: z.coerce.number(),
  succeeded_at: nullableMomentColumn,
  tried_at: nullableMomentColumn,
  /** since when attempts fail, or the head of the outbox does not advance; null: neither */
  failing_since: nullableMomentColumn,
  stalled_since: nullableMomentColumn,
  failure: z.string().nullable(),
  /** of incoming stock: when levels were last compared; null: never */
  checked_at: nullableMomentColumn,
  /** false: the API key may not read it */
  is_allowed: z.boolean(),
})

/** What the tables say of a stream of a connection. */
export type StreamFacts = z.infer<typeof factsSchema>

type FactsRead = {
  streams: readonly Stream[]
  /** null: all connections */
  connectionId: string | null
  now: Date
  pullEveryMinutes: number
}

/**
 * Reads streams of connections, without the counts of products, in one statement. It scans what is due and the last
 * day's receipts.
 */
export async function readStreamFacts(
  sql: Sql,
  { streams, connectionId, now, pullEveryMinutes }: FactsRead
): Promise<StreamFacts[]> {
  const sourceOf: Record<Stream, () => Fragment> = {
    products_out: () => productsOut(now),
    stock_out: () => stockOut(now),
    sales_in: () => receiptsIn(now, "sales_in"),
    refunds_in: () => receiptsIn(now, "refunds_in"),
    stock_in: () => stockIn(now),
    gift_cards: () => giftCards(now),
    payouts: () => payouts(pullEveryMinutes),
  }
  const sources = streams.map((stream) => sourceOf[stream]())
  return sql(
    factsSchema,
    `SELECT connection.id AS connection_id, facts.stream, facts.waiting, facts.oldest_waiting_at, facts.next_at,
       facts.synced, facts.total, greatest(facts.succeeded_at, attempt.succeeded_at) AS succeeded_at,
       greatest(facts.tried_at, attempt.tried_at) AS tried_at,
       coalesce(facts.failing_since, attempt.failing_since) AS failing_since, facts.stalled_since,
       coalesce(facts.failure, attempt.failure) AS failure, facts.checked_at, facts.is_allowed
     FROM pos_connection AS connection
     CROSS JOIN LATERAL (${sources.map(({ text }) => text).join(" UNION ALL ")})
       AS facts(${FACT_COLUMNS.join(", ")})
     LEFT JOIN pos_sync_attempt AS attempt ON attempt.connection_id = connection.id AND attempt.deleted_at IS NULL
       AND attempt.kind = CASE facts.stream WHEN 'refunds_in' THEN 'sales_in' ELSE facts.stream END
     WHERE connection.deleted_at IS NULL AND (?::text IS NULL OR connection.id = ?)
     ORDER BY connection.id`,
    [...sources.flatMap(({ bindings }) => bindings), connectionId, connectionId]
  )
}

/** Columns of each source, in order. */
const FACT_COLUMNS = [
  "stream",
  "waiting",
  "oldest_waiting_at",
  "next_at",
  "synced",
  "total",
  "succeeded_at",
  "tried_at",
  "failing_since",
  "stalled_since",
  "failure",
  "checked_at",
  "is_allowed",
]

/** A time that a source does not have. */
const NO_TIME = "NULL::timestamptz"

/** SQL of the time since which the head of an outbox has not advanced. */
const STALLED = (subject: string) => `(
  SELECT head.since FROM pos_progress_check AS head
  WHERE head.connection_id = connection.id AND head.subject = '${subject}' AND head.deleted_at IS NULL)`

const productsOut = (now: Date): Fragment =>
  fragment(
    `SELECT 'products_out', count(*), min(link.updated_at),
       min(coalesce(greatest(link.next_attempt_at, link.claimed_until), ?::timestamptz)), 0::bigint, 0::bigint, (
         SELECT max(pushed.pushed_at) FROM pos_product_link AS pushed
         WHERE pushed.connection_id = connection.id AND pushed.deleted_at IS NULL),
       ${NO_TIME}, ${NO_TIME}, ${STALLED("catalog")}, NULL::text,
       ${NO_TIME}, true
     FROM pos_product_link AS link
     WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND link.deleted_at IS NULL`,
    now
  )

/** SQL of the variants of a lane whose stock waits, and whose product is at the POS. */
const stockOfLane = (lane: string) => `
  SELECT variant.tracked, variant.updated_at, greatest(variant.stock_next_attempt_at, variant.stock_claimed_until) AS next_at
  FROM pos_variant_link AS variant
  WHERE variant.connection_id = connection.id AND ${lane} AND variant.deleted_at IS NULL AND NOT variant.stock_off
    AND (SELECT product.pushed_at IS NOT NULL FROM pos_product_link AS product
         WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL)`

/** Variants that are tracked or have an error count; those whose error was the last answer are not synced. */
const stockOut = (now: Date): Fragment =>
  fragment(
    `SELECT 'stock_out', due.waiting, due.oldest_waiting_at, due.next_at,
       greatest(known.tracked - due.tracked - failed.tracked, 0), known.tracked + due.untracked + failed.untracked,
       ${NO_TIME}, ${NO_TIME}, ${NO_TIME}, ${STALLED("stock")}, NULL::text,
       ${NO_TIME}, true
     FROM (
       SELECT count(*) AS waiting, count(*) FILTER (WHERE waiting.tracked) AS tracked,
         count(*) FILTER (WHERE NOT waiting.tracked) AS untracked, min(waiting.updated_at) AS oldest_waiting_at,
         min(coalesce(waiting.next_at, ?::timestamptz)) AS next_at
       FROM (${stockLanes.map(stockOfLane).join(" UNION ALL ")}) AS waiting) AS due
     CROSS JOIN LATERAL (
       SELECT count(*) AS tracked FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND (variant.tracked OR variant.stock_off)
         AND variant.deleted_at IS NULL) AS known
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE variant.tracked OR variant.stock_off) AS tracked,
         count(*) FILTER (WHERE NOT (variant.tracked OR variant.stock_off)) AS untracked
       FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
         AND (variant.stock_off OR variant.stock_revision <= variant.stock_pushed_revision)) AS failed`,
    now
  )

/** SQL condition on `entry`: its purchase is a refund. */
const IS_REFUND = `(coalesce(entry.payload->>'refund', '') = 'true'
  OR coalesce(entry.payload->>'refundsPurchaseUUID1', entry.payload->>'refundsPurchaseUUID', '') <> '')`

/** SQL of a connection's inbox entries in a state, counted up to a limit, with the time of the next attempt. */
const countEntries = (state: "pending" | "dead", condition: string) => `
  SELECT count(*) AS waiting, min(found.created_at) AS oldest_waiting_at,
    min(coalesce(greatest(found.next_attempt_at, found.claimed_until), ?::timestamptz)) AS next_at
  FROM (
    SELECT entry.created_at, entry.next_attempt_at, entry.claimed_until FROM pos_inbox_entry AS entry
    WHERE entry.connection_id = connection.id AND entry.state = '${state}' AND entry.deleted_at IS NULL AND ${condition}
    LIMIT ${LIST_COUNT_LIMIT}) AS found`

/** SQL of the writes of a kind that wait for Medusa's services. */
const countWrites = (kind: "order" | "refund" | "stock") => `
  SELECT count(*) AS waiting, min(write.created_at) AS oldest_waiting_at
  FROM pos_store_write AS write
  WHERE write.connection_id = connection.id AND write.kind = '${kind}' AND write.deleted_at IS NULL`

/** Sales or refunds: what waits, and of the last day's receipts those that are in the store's orders. */
function receiptsIn(now: Date, stream: "sales_in" | "refunds_in"): Fragment {
  const isRefund = stream === "refunds_in"
  const ofStream = `entry.aggregate LIKE 'purchase:%' AND ${isRefund ? IS_REFUND : `NOT ${IS_REFUND}`}`
  return fragment(
    `SELECT '${stream}', entries.waiting + writes.waiting + pending.waiting,
       least(entries.oldest_waiting_at, writes.oldest_waiting_at, pending.oldest_waiting_at), entries.next_at,
       greatest(day.receipts - writes.waiting, 0), day.receipts + entries.waiting + pending.waiting + dead.waiting,
       connection.purchases_polled_at, connection.purchases_polled_at,
       ${NO_TIME}, ${NO_TIME}, NULL::text, ${NO_TIME}, true
     FROM (${countEntries("pending", ofStream)}) AS entries
     CROSS JOIN LATERAL (${countEntries("dead", ofStream)}) AS dead
     CROSS JOIN LATERAL (${countWrites(isRefund ? "refund" : "order")}) AS writes
     CROSS JOIN LATERAL (
       SELECT count(*) AS waiting, min(receipt.created_at) AS oldest_waiting_at FROM pos_receipt AS receipt
       WHERE receipt.connection_id = connection.id AND receipt.state = 'pending' AND receipt.deleted_at IS NULL
         AND receipt.refund = ${isRefund}
         AND NOT EXISTS (
           SELECT 1 FROM pos_inbox_entry AS entry
           WHERE entry.connection_id = receipt.connection_id AND entry.aggregate = 'purchase:' || receipt.purchase_uuid
             AND entry.state = 'pending' AND entry.deleted_at IS NULL OFFSET 0)) AS pending
     CROSS JOIN LATERAL (
       SELECT count(*) AS receipts FROM pos_receipt AS receipt
       WHERE receipt.connection_id = connection.id AND receipt.sold_at > ?::timestamptz - interval '1 day'
         AND receipt.state <> 'pending' AND receipt.refund = ${isRefund} AND receipt.deleted_at IS NULL) AS day`,
    now,
    now,
    now
  )
}

/** Stock of the POS: waiting movements, and variants whose levels are known to agree. */
const stockIn = (now: Date): Fragment =>
  fragment(
    `SELECT 'stock_in', entries.waiting + writes.waiting,
       least(entries.oldest_waiting_at, writes.oldest_waiting_at), entries.next_at,
       greatest(known.tracked - differing.variants, 0), known.tracked, compared.succeeded_at, compared.tried_at,
       compared.failing_since, ${NO_TIME}, compared.failure, compared.succeeded_at, true
     FROM (${countEntries("pending", "entry.aggregate LIKE 'stock:%'")}) AS entries
     CROSS JOIN LATERAL (${countWrites("stock")}) AS writes
     CROSS JOIN LATERAL (
       SELECT count(*) AS tracked FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND (variant.tracked OR variant.stock_off)
         AND variant.deleted_at IS NULL) AS known
     CROSS JOIN LATERAL (
       SELECT count(*) AS variants FROM pos_stock_difference AS difference
       WHERE difference.connection_id = connection.id AND difference.state = 'open'
         AND difference.deleted_at IS NULL) AS differing
     LEFT JOIN pos_sync_attempt AS compared ON compared.connection_id = connection.id AND compared.kind = 'stock_check'
       AND compared.deleted_at IS NULL`,
    now
  )

/** A card waits while it is due, or after a failed read: then since reads fail. */
const giftCards = (now: Date): Fragment =>
  fragment(
    `SELECT 'gift_cards', due.waiting, due.oldest_waiting_at, due.next_at,
       greatest(known.cards - due.waiting, 0), known.cards, known.read_at, known.read_at,
       ${NO_TIME}, ${NO_TIME}, NULL::text, ${NO_TIME}, true
     FROM (
       SELECT count(*) AS waiting, min(CASE WHEN card.attempts = 0 THEN card.due_at ELSE (
           SELECT failed.failing_since FROM pos_sync_attempt AS failed
           WHERE failed.connection_id = connection.id AND failed.kind = 'gift_cards' AND failed.deleted_at IS NULL) END)
           AS oldest_waiting_at,
         min(greatest(card.due_at, card.claimed_until)) AS next_at
       FROM pos_gift_card AS card
       WHERE card.connection_id = connection.id AND card.due_at IS NOT NULL AND card.deleted_at IS NULL
         AND (card.due_at <= ? OR card.attempts > 0)) AS due
     CROSS JOIN LATERAL (
       SELECT count(*) AS cards, max(card.read_at) AS read_at FROM pos_gift_card AS card
       WHERE card.connection_id = connection.id AND card.deleted_at IS NULL) AS known`,
    now
  )

/** Accounts of the POS that the API key may read; a pull that was interrupted is resumed within a minute. */
const payouts = (pullEveryMinutes: number): Fragment =>
  fragment(
    `SELECT 'payouts', count(*) FILTER (WHERE read.is_open),
       min(coalesce(read.last_pulled_at, read.created_at)) FILTER (WHERE read.is_open),
       min(CASE WHEN read.is_open THEN read.last_tried_at + interval '1 minute'
                ELSE read.last_tried_at + make_interval(mins => ?::int) END),
       count(*) FILTER (WHERE NOT read.is_open), count(*),
       CASE WHEN bool_or(read.last_pulled_at IS NULL) THEN NULL ELSE min(read.last_pulled_at) END,
       max(read.last_tried_at), min(coalesce(read.last_pulled_at, read.created_at)) FILTER (WHERE read.state = 'failing'),
       ${NO_TIME}, max(read.state_reason) FILTER (WHERE read.state <> 'active'), ${NO_TIME},
       count(*) > 0 OR NOT EXISTS (
         SELECT 1 FROM pos_account AS account
         WHERE account.connection_id = connection.id AND account.deleted_at IS NULL)
     FROM (
       SELECT account.*, account.state = 'failing' OR account.pulling_until IS NOT NULL OR account.last_pulled_at IS NULL
         AS is_open
       FROM pos_account AS account
       WHERE account.connection_id = connection.id AND account.state <> 'forbidden' AND account.deleted_at IS NULL
     ) AS read`,
    pullEveryMinutes
  )

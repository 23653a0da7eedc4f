import { z } from "zod"
import {
  minorUnitsColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
  rawColumnSql,
} from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { type Claim, isUnclaimed } from "../../modules/pos/queue-policies"

const dueCardSchema = z.object({ id: z.string(), card_uuid: z.string(), attempts: z.number() })

export type DueCard = z.infer<typeof dueCardSchema>

/** Result of reading a card. Amounts in minor units, dates as ISO dates. */
export type CardReading =
  | { id: string; state: "known"; created_on: string; valid_to: string | null; initial: number; remaining: number }
  /** the POS answered 404; `reason` is stored for a card that is on a receipt or was read before */
  | { id: string; state: "unknown"; reason: string }
  | { id: string; state: "failed"; reason: string; due_at: string }

/** Stores a card that an admin user asks for; one that exists stays as it is. @returns its ID */
export async function nameCard(
  sql: Sql,
  card: { connectionId: string; cardUuid: string; currencyCode: string; now: Date }
): Promise<string | null> {
  const [row] = await sql(
    idRowSchema,
    `INSERT INTO pos_gift_card (id, connection_id, card_uuid, currency_code, due_at)
     SELECT 'posgift_' || md5(named.connection_id || '|' || named.card_uuid), named.*
     FROM (SELECT ?::text AS connection_id, ?::text AS card_uuid, ?::text, ?::timestamptz) AS named
     ON CONFLICT (connection_id, card_uuid) WHERE deleted_at IS NULL
     DO UPDATE SET due_at = least(pos_gift_card.due_at, excluded.due_at), updated_at = now()
     RETURNING id`,
    [card.connectionId, card.cardUuid, card.currencyCode, card.now]
  )
  return row?.id ?? null
}

/** Claims cards that are due; with `ids` only these, due or not. */
export async function claimDueCards(
  sql: Sql,
  input: Claim & { connectionId: string; ids: string[] | null; limit: number }
): Promise<DueCard[]> {
  const isChosen = input.ids === null ? "due_at <= ?" : "id IN (SELECT jsonb_array_elements_text(?::jsonb))"
  return sql(
    dueCardSchema,
    `UPDATE pos_gift_card SET claimed_until = ?, claim_token = ?, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM pos_gift_card
       WHERE connection_id = ? AND ${isChosen} AND ${isUnclaimed("claimed_until")} AND deleted_at IS NULL
       ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED)
     RETURNING id, card_uuid, attempts`,
    [
      input.claimUntil,
      input.token,
      input.connectionId,
      input.ids === null ? input.now : jsonText(input.ids),
      input.now,
      input.limit,
    ]
  )
}

/** SQL condition: a receipt has a transaction of the card. */
const isOnReceipt = (card: string) => `EXISTS (SELECT 1 FROM pos_gift_card_transaction AS touch
  WHERE touch.card_uuid = ${card}.card_uuid AND (touch.connection_id = ${card}.connection_id) IS TRUE
    AND touch.deleted_at IS NULL)`

/**
 * Stores the readings of a batch in one statement, for the cards that are still claimed. A card that the POS no longer
 * knows, but that is on a receipt or was read before, keeps its amounts and counts as missing; any other becomes
 * unknown. A card that was used meanwhile, which has reset its attempts, stays due: its reading may be older.
 */
export async function recordCardReadings(sql: Sql, now: Date, token: string, readings: CardReading[]): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_gift_card AS card SET
       state = CASE reading.state WHEN 'failed' THEN card.state WHEN 'known' THEN 'known' ELSE stored.state END,
       created_on = coalesce(reading.created_on, card.created_on),
       valid_to = CASE WHEN reading.state = 'known' THEN reading.valid_to ELSE card.valid_to END,
       initial_amount = coalesce(reading.initial, card.initial_amount),
       raw_initial_amount = coalesce(${rawColumnSql("reading.initial")}, card.raw_initial_amount),
       remaining_amount = coalesce(reading.remaining, card.remaining_amount),
       raw_remaining_amount = coalesce(${rawColumnSql("reading.remaining")}, card.raw_remaining_amount),
       read_at = CASE WHEN reading.state = 'known' OR reading.state = 'unknown' AND stored.state = 'unknown'
         THEN now.at ELSE card.read_at END,
       read_error = CASE WHEN reading.state = 'failed' OR stored.state <> 'unknown' THEN reading.reason END,
       missing_since = CASE WHEN reading.state = 'failed' THEN card.missing_since
         WHEN reading.state = 'unknown' AND stored.state <> 'unknown' THEN coalesce(card.missing_since, now.at) END,
       due_at = CASE WHEN card.attempts = 0 THEN card.due_at ELSE reading.due_at END,
       claimed_until = NULL, claim_token = NULL, updated_at = now(),
       attempts = CASE WHEN reading.state = 'failed' THEN card.attempts ELSE 0 END
     FROM json_to_recordset(?::json) AS reading(id text, state text, created_on text, valid_to text, initial numeric,
       remaining numeric, reason text, due_at timestamptz)
     CROSS JOIN (SELECT ?::timestamptz AS at) AS now
     JOIN pos_gift_card AS held ON held.id = reading.id
     CROSS JOIN LATERAL (
       SELECT CASE WHEN held.initial_amount IS NOT NULL THEN 'known' WHEN ${isOnReceipt("held")} THEN 'unread'
         ELSE 'unknown' END AS state) AS stored
     WHERE card.id = held.id AND card.claim_token = ?`,
    [jsonText(readings), now, token]
  )
}

/**
 * Marks live cards as due for reading, those with the oldest reading first. For cards that the POS no longer knew, the
 * last attempt counts as the reading.
 * @returns how many
 */
export async function markLiveCardsDue(
  sql: Sql,
  input: { connectionId: string; today: string; now: Date; budget: number }
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_gift_card SET due_at = ?, attempts = 0 WHERE id IN (
       SELECT id FROM pos_gift_card
       WHERE connection_id = ? AND coalesce(remaining_amount, 1) > 0
         AND (state <> 'unknown' OR initial_amount IS NOT NULL OR ${isOnReceipt("pos_gift_card")})
         AND (valid_to IS NULL OR valid_to >= ?) AND due_at IS NULL AND deleted_at IS NULL
       ORDER BY CASE WHEN missing_since IS NULL THEN read_at ELSE updated_at END NULLS FIRST, id LIMIT ?)
     RETURNING id`,
    [input.now, input.connectionId, input.today, input.budget]
  )
  return rows.length
}

const provableCardSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  currency_code: z.string(),
  initial_amount: nullableMinorUnitsColumn,
  read_at: nullableMomentColumn,
  created_on: z.string().nullable(),
  /** of the receipt that sold the card */
  purchase_number: z.number().nullable(),
  sold_amount: minorUnitsColumn.nullable(),
  /** ISO date in the organization's time zone */
  sold_on: z.string().nullable(),
})

/** A card with everything that may serve as a proof of ownership. */
export type ProvableCard = z.infer<typeof provableCardSchema>

/** Finds a card with a successful reading by its UUID, with the receipt that sold it. */
export async function findProvableCard(sql: Sql, cardUuid: string): Promise<ProvableCard | null> {
  const [card] = await sql(
    provableCardSchema,
    `SELECT card.id, card.connection_id, card.currency_code, card.initial_amount, card.read_at, card.created_on,
       receipt.purchase_number, sold.amount AS sold_amount,
       (sold.occurred_at AT TIME ZONE coalesce(connection.time_zone, 'UTC'))::date::text AS sold_on
     FROM pos_gift_card AS card
     JOIN pos_connection AS connection ON connection.id = card.connection_id
     LEFT JOIN LATERAL (
       SELECT * FROM pos_gift_card_transaction AS touch
       WHERE (touch.connection_id = card.connection_id) IS TRUE AND touch.card_uuid = card.card_uuid AND touch.kind = 'sold'
         AND touch.deleted_at IS NULL
       ORDER BY touch.occurred_at LIMIT 1
     ) AS sold ON true
     LEFT JOIN pos_receipt AS receipt ON receipt.id = sold.receipt_id
     WHERE card.connection_id IN (SELECT id FROM pos_connection WHERE deleted_at IS NULL) AND card.card_uuid = ?
       AND card.state = 'known' AND card.deleted_at IS NULL
     LIMIT 1`,
    [cardUuid]
  )
  return card ?? null
}

const countedSchema = z.object({ attempts: z.number() })

/**
 * Counts one attempt of `id` in a window of fixed length, across all processes of the store. Where none is left nothing
 * is written, so that repeated requests do not fill the table.
 * @returns false when none was left
 */
export async function spendAttempt(
  sql: Sql,
  id: string,
  { now, endsAt, most }: { now: Date; endsAt: Date; most: number }
): Promise<boolean> {
  const [counted] = await sql(
    countedSchema,
    `INSERT INTO pos_rate_limit AS known (id, window_ends_at, attempts)
     SELECT ?, ?::timestamptz, 1
     WHERE NOT EXISTS (SELECT 1 FROM pos_rate_limit WHERE id = ? AND window_ends_at > ? AND attempts >= ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = now(),
       attempts = CASE WHEN known.window_ends_at <= ? THEN 1 ELSE known.attempts + 1 END,
       window_ends_at = CASE WHEN known.window_ends_at <= ? THEN excluded.window_ends_at ELSE known.window_ends_at END
     RETURNING attempts`,
    [id, endsAt, id, now, most, now, now]
  )
  return counted !== undefined && counted.attempts <= most
}

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Claim } from "../../queue-terms"
import { rawOf } from "../../database/big-number"
import { idRowSchema, type Sql } from "../../database/sql"

const dueCardSchema = z.object({ id: z.string(), card_uuid: z.string(), attempts: z.number() })

export type DueCard = z.infer<typeof dueCardSchema>

/** What a reading came to. Amounts in minor units, dates as ISO dates. */
export type CardReading =
  | { id: string; state: "known"; created_on: string; valid_to: string | null; initial: number; remaining: number }
  | { id: string; state: "unknown" }
  | { id: string; state: "failed"; reason: string; due_at: string }

/** Names a card that a person asks for; one that is known keeps what is known. @returns its id */
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
  const chosen = input.ids === null ? "due_at <= ?" : "id IN (SELECT jsonb_array_elements_text(?::jsonb))"
  return sql(
    dueCardSchema,
    `UPDATE pos_gift_card SET claimed_until = ?, claim_token = ?, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM pos_gift_card
       WHERE connection_id = ? AND ${chosen} AND (claimed_until IS NULL OR claimed_until < ?) AND deleted_at IS NULL
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

/** Keeps what the service answered, all cards of a batch in one statement: those that are still held. */
export async function recordCardReadings(sql: Sql, now: Date, token: string, readings: CardReading[]): Promise<void> {
  await sql(
    z.unknown(),
    `UPDATE pos_gift_card AS card SET
       state = CASE WHEN told.state = 'failed' THEN card.state ELSE told.state END,
       created_on = coalesce(told.created_on, card.created_on),
       valid_to = CASE WHEN told.state = 'known' THEN told.valid_to ELSE card.valid_to END,
       initial_amount = coalesce(told.initial, card.initial_amount),
       raw_initial_amount = coalesce(${rawOf("told.initial")}, card.raw_initial_amount),
       remaining_amount = coalesce(told.remaining, card.remaining_amount),
       raw_remaining_amount = coalesce(${rawOf("told.remaining")}, card.raw_remaining_amount),
       read_at = CASE WHEN told.state = 'failed' THEN card.read_at ELSE ?::timestamptz END,
       read_error = told.reason, due_at = told.due_at, claimed_until = NULL, claim_token = NULL, updated_at = now(),
       attempts = CASE WHEN told.state = 'failed' THEN card.attempts ELSE 0 END
     FROM json_to_recordset(?::json) AS told(id text, state text, created_on text, valid_to text, initial numeric,
       remaining numeric, reason text, due_at timestamptz)
     WHERE card.id = told.id AND card.claim_token = ?`,
    [now, jsonText(readings), token]
  )
}

/** Has live cards read again, those whose reading is the oldest first. @returns how many */
export async function markLiveCardsDue(
  sql: Sql,
  input: { connectionId: string; today: string; now: Date; budget: number }
): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_gift_card SET due_at = ?, attempts = 0 WHERE id IN (
       SELECT id FROM pos_gift_card
       WHERE connection_id = ? AND state <> 'unknown' AND coalesce(remaining_amount, 1) > 0
         AND (valid_to IS NULL OR valid_to >= ?) AND due_at IS NULL AND deleted_at IS NULL
       ORDER BY read_at NULLS FIRST, id LIMIT ?)
     RETURNING id`,
    [input.now, input.connectionId, input.today, input.budget]
  )
  return rows.length
}

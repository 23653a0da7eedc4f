import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { STOCK_DIFFERENCE_STATES, STOCK_MOVEMENT_STATES } from "../../../../vocabulary/stock"
import { idRowSchema, type Sql } from "../../database/sql"
import { READ_MOVEMENT } from "./read-movement"

type OfIdentifier = { connectionId: string; identifier: string }

/** Whose index leads by the identifier: IS TRUE keeps PostgreSQL from taking the connection for the better key. */
const SENT_UNDER = "(connection_id = ?) IS TRUE AND identifier = ? AND deleted_at IS NULL"

/**
 * What the ledger says the counter has is only changed by who holds the link, and links are locked in one order. A
 * statement of its own: the next one sees what those who held them before have written.
 */
async function lockLinks(sql: Sql, { connectionId, identifier }: OfIdentifier): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT link.id FROM pos_variant_link AS link
     WHERE link.id = ANY(ARRAY(
       SELECT variant_link_id FROM pos_stock_movement
       WHERE ${SENT_UNDER} AND kind IN ('pushed', 'baseline')))
     ORDER BY link.id FOR UPDATE`,
    [connectionId, identifier]
  )
}

/** The answer to movements was lost: nobody may send them again before somebody has looked. */
export async function markUnknown(sql: Sql, { connectionId, identifier }: OfIdentifier, now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = 'unknown', updated_at = ?
     WHERE ${SENT_UNDER} AND state = 'sending' RETURNING id`,
    [now, connectionId, identifier]
  )
}

/** The service has said that it took what was sent under an identifier. In a transaction. */
export async function confirmSent(sql: Sql, of: OfIdentifier): Promise<void> {
  await lockLinks(sql, of)
  const sent = await sql(
    idRowSchema,
    `SELECT id FROM pos_stock_movement
     WHERE ${SENT_UNDER} AND kind IN ('pushed', 'baseline') AND state <> 'applied'`,
    [of.connectionId, of.identifier]
  )
  await confirmMovements(
    sql,
    sent.map(({ id }) => id)
  )
}

/**
 * Movements are known to have been applied. One that was given up counts in the ledger after all, and its variant is due,
 * since what was sent in its place was too much. The caller holds the links.
 * @param isCounted whether a level that the ledger took from the counter had them in it already
 */
export async function confirmMovements(sql: Sql, ids: string[], isCounted = false): Promise<void> {
  await sql(
    idRowSchema,
    `WITH sent AS (SELECT id, variant_link_id, change, state FROM pos_stock_movement WHERE id = ANY(?)),
     confirmed AS (
       UPDATE pos_stock_movement AS movement SET state = 'applied', updated_at = now()
       FROM sent WHERE movement.id = sent.id RETURNING movement.id)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric + sent.change::numeric)::text,
       stock_revision = link.stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM sent WHERE link.id = sent.variant_link_id AND sent.state IN ('presumed-lost', 'refused') AND NOT ?
     RETURNING link.id`,
    [ids, isCounted]
  )
}

const namedSchema = z.object({
  id: z.string(),
  variant_link_id: z.string(),
  identifier: z.string(),
  change: z.string(),
  state: z.enum(STOCK_MOVEMENT_STATES),
  /** whether the ledger has taken a level from the counter since, and for which side a difference was settled with it */
  read_since: z.boolean(),
  decision: z.enum(STOCK_DIFFERENCE_STATES).nullable(),
})

/** A movement that an echo names, and what has become of its variant since. */
export type NamedMovement = z.infer<typeof namedSchema>

/** Movements of links that were sent under identifiers, and of which nobody knew whether they were applied. */
export async function findNamed(
  sql: Sql,
  connectionId: string,
  named: { identifier: string; variant_link_id: string }[]
): Promise<NamedMovement[]> {
  return sql(
    namedSchema,
    `SELECT sent.id, sent.variant_link_id, sent.identifier, sent.change, sent.state,
       later.natural_key IS NOT NULL AS read_since, difference.state AS decision
     FROM (SELECT DISTINCT * FROM json_to_recordset(?::json) AS told(identifier text, variant_link_id text)) AS told
     CROSS JOIN LATERAL (
       SELECT * FROM pos_stock_movement AS one
       WHERE one.identifier = told.identifier AND one.variant_link_id = told.variant_link_id
         AND (one.connection_id = ?) IS TRUE AND one.kind IN ('pushed', 'baseline') AND one.state <> 'applied'
         AND one.deleted_at IS NULL OFFSET 0) AS sent
     LEFT JOIN LATERAL (
       SELECT natural_key FROM pos_stock_movement
       WHERE variant_link_id = sent.variant_link_id AND created_at > sent.created_at AND ${READ_MOVEMENT}
         AND deleted_at IS NULL
       ORDER BY created_at LIMIT 1) AS later ON true
     LEFT JOIN LATERAL (
       SELECT state FROM pos_stock_difference WHERE id = split_part(later.natural_key, 'difference:', 2)
       OFFSET 0) AS difference ON true`,
    [jsonText(named), connectionId]
  )
}

/** The service has certainly not taken movements: they no longer count, but are remembered. In a transaction. */
export async function withdrawSent(sql: Sql, of: OfIdentifier): Promise<void> {
  await lockLinks(sql, of)
  await sql(
    idRowSchema,
    `WITH withdrawn AS (
       UPDATE pos_stock_movement SET state = 'refused', updated_at = now()
       WHERE ${SENT_UNDER} AND kind IN ('pushed', 'baseline')
         AND state IN ('sending', 'unknown', 'presumed-applied')
       RETURNING variant_link_id, change)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric - withdrawn.change::numeric)::text, updated_at = now()
     FROM withdrawn WHERE link.id = withdrawn.variant_link_id RETURNING link.id`,
    [of.connectionId, of.identifier]
  )
}

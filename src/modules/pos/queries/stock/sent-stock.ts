import { z } from "@medusajs/framework/zod"
import { STOCK_DIFFERENCE_STATES, STOCK_MOVEMENT_STATES } from "../../models"
import { idRowSchema, type Sql } from "../../database/sql"

type OfIdentifier = { connectionId: string; identifier: string }

/**
 * What the ledger says the counter has is only changed by who holds the link, and links are locked in one order. A
 * statement of its own: the next one sees what those who held them before have written.
 */
async function lockLinks(sql: Sql, { connectionId, identifier }: OfIdentifier): Promise<void> {
  await sql(
    idRowSchema,
    `SELECT link.id FROM pos_variant_link AS link
     WHERE link.id IN (
       SELECT variant_link_id FROM pos_stock_movement
       WHERE connection_id = ? AND identifier = ? AND kind IN ('pushed', 'baseline') AND deleted_at IS NULL)
     ORDER BY link.id FOR UPDATE`,
    [connectionId, identifier]
  )
}

/** The answer to movements was lost: nobody may send them again before somebody has looked. */
export async function markUnknown(sql: Sql, { connectionId, identifier }: OfIdentifier, now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = 'unknown', updated_at = ?
     WHERE connection_id = ? AND identifier = ? AND state = 'sending' AND deleted_at IS NULL RETURNING id`,
    [now, connectionId, identifier]
  )
}

/** The service has said that it took what was sent under an identifier. In a transaction. */
export async function confirmSent(sql: Sql, of: OfIdentifier): Promise<void> {
  await lockLinks(sql, of)
  const sent = await sql(
    idRowSchema,
    `SELECT id FROM pos_stock_movement
     WHERE connection_id = ? AND identifier = ? AND kind IN ('pushed', 'baseline') AND state <> 'applied'
       AND deleted_at IS NULL`,
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
  input: { connectionId: string; identifiers: string[]; variantLinkIds: string[] }
): Promise<NamedMovement[]> {
  return sql(
    namedSchema,
    `SELECT sent.id, sent.variant_link_id, sent.identifier, sent.change, sent.state,
       later.natural_key IS NOT NULL AS read_since, difference.state AS decision
     FROM pos_stock_movement AS sent
     LEFT JOIN LATERAL (
       SELECT natural_key FROM pos_stock_movement AS one
       WHERE one.variant_link_id = sent.variant_link_id AND one.created_at > sent.created_at AND one.deleted_at IS NULL
         AND (one.natural_key LIKE 'baseline:%' OR one.natural_key LIKE 'difference:%')
       ORDER BY one.created_at LIMIT 1) AS later ON true
     LEFT JOIN pos_stock_difference AS difference ON difference.id = split_part(later.natural_key, 'difference:', 2)
     WHERE sent.connection_id = ? AND sent.identifier = ANY(?) AND sent.variant_link_id = ANY(?)
       AND sent.kind IN ('pushed', 'baseline') AND sent.state <> 'applied' AND sent.deleted_at IS NULL`,
    [input.connectionId, input.identifiers, input.variantLinkIds]
  )
}

/** The service has certainly not taken movements: they no longer count, but are remembered. In a transaction. */
export async function withdrawSent(sql: Sql, of: OfIdentifier): Promise<void> {
  await lockLinks(sql, of)
  await sql(
    idRowSchema,
    `WITH withdrawn AS (
       UPDATE pos_stock_movement SET state = 'refused', updated_at = now()
       WHERE connection_id = ? AND identifier = ? AND kind IN ('pushed', 'baseline') AND deleted_at IS NULL
         AND state IN ('sending', 'unknown', 'presumed-applied')
       RETURNING variant_link_id, change)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric - withdrawn.change::numeric)::text, updated_at = now()
     FROM withdrawn WHERE link.id = withdrawn.variant_link_id RETURNING link.id`,
    [of.connectionId, of.identifier]
  )
}

const openSchema = z.object({
  id: z.string(),
  variant_link_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  change: z.string(),
  looks: z.number(),
  occurred_at: z.date(),
  updated_at: z.date(),
  pos_balance: z.string().nullable(),
})

/** A movement whose end is not known, with the counter's balance as the ledger has it, which counts it. */
export type OpenMovement = z.infer<typeof openSchema>

/** Movements of links whose end is not known. Each link is looked up by itself, whatever PostgreSQL expects of the table. */
export async function findOpenMovements(sql: Sql, variantLinkIds: string[], lock = false): Promise<OpenMovement[]> {
  return sql(
    openSchema,
    `SELECT movement.id, movement.variant_link_id, link.variant_uuid, link.product_uuid, movement.change,
       movement.looks, movement.occurred_at, movement.updated_at, link.pos_balance
     FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT * FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state IN ('sending', 'unknown') AND one.deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE link.id = ANY(?) ORDER BY link.id ${lock ? "FOR UPDATE OF link" : ""}`,
    [variantLinkIds]
  )
}

const sendingSchema = z.object({ variant_uuid: z.string(), change: z.string() })

/** Movements of variants that were written since a moment, and whose call has not ended yet. */
export async function findSendingSince(
  sql: Sql,
  input: { connectionId: string; variantUuids: string[]; since: Date }
): Promise<z.infer<typeof sendingSchema>[]> {
  return sql(
    sendingSchema,
    `SELECT link.variant_uuid, movement.change FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT one.change FROM pos_stock_movement AS one
       WHERE one.variant_link_id = link.id AND one.state = 'sending' AND one.updated_at > ? AND one.deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL`,
    [input.since, input.connectionId, input.variantUuids]
  )
}

/** What a look found out. */
export type LookedAt = { id: string; judgement: "applied" | "lost" | "wait" }

/** Records what looks found out; the caller holds the links. A movement that was lost no longer counts. */
export async function recordLooks(sql: Sql, looks: LookedAt[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `WITH looked AS (
       UPDATE pos_stock_movement AS movement SET looks = movement.looks + 1, updated_at = ?,
         state = CASE look.judgement WHEN 'applied' THEN 'presumed-applied' WHEN 'lost' THEN 'presumed-lost' ELSE 'unknown' END
       FROM json_to_recordset(?::json) AS look(id text, judgement text) WHERE movement.id = look.id
       RETURNING movement.variant_link_id, movement.change, movement.state)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric - looked.change::numeric)::text, updated_at = now()
     FROM looked WHERE link.id = looked.variant_link_id AND looked.state = 'presumed-lost' RETURNING link.id`,
    [now, JSON.stringify(looks)]
  )
}

/**
 * The counter was heard of: what was presumed of these links' last movements is looked at again, since what looked like
 * ours may have been the counter's own. The caller holds the links.
 */
export async function reopenPresumed(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH reopened AS (
       UPDATE pos_stock_movement SET state = 'unknown', looks = 0, updated_at = now()
       WHERE id IN (
         SELECT presumed.id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
           SELECT one.id FROM pos_stock_movement AS one
           WHERE one.variant_link_id = wanted.id AND one.state = 'presumed-applied' AND one.deleted_at IS NULL
             AND NOT EXISTS (
               SELECT 1 FROM pos_stock_movement AS open WHERE open.variant_link_id = wanted.id
                 AND open.state IN ('sending', 'unknown') AND open.deleted_at IS NULL)
           ORDER BY one.created_at DESC LIMIT 1) AS presumed)
       RETURNING variant_link_id)
     UPDATE pos_variant_link AS link SET stock_revision = stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM reopened WHERE link.id = reopened.variant_link_id RETURNING link.id`,
    [variantLinkIds]
  )
}

/**
 * The ledger of these links begins anew with a level that was read, which has in it whatever was applied before: what was
 * presumed stands. The caller holds the links.
 */
export async function endPresumptions(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = CASE WHEN state = 'presumed-applied' THEN 'applied' ELSE 'refused' END,
       updated_at = now()
     WHERE variant_link_id = ANY(?) AND deleted_at IS NULL
       AND state IN ('sending', 'unknown', 'presumed-applied', 'presumed-lost') RETURNING id`,
    [variantLinkIds]
  )
}

/**
 * Levels that were compared tell that a presumption was wrong: the counter has just as much more or less than the ledger
 * says as the last presumed movement moves. It is taken back or counted after all, and the variant is due. What moved
 * since the comparison is left for the next. In a transaction.
 * @param differences by variant link: what the ledger said, and by how much the counter has more
 */
export async function correctPresumptions(
  sql: Sql,
  differences: { variant_link_id: string; ledger_level: string | null; missed: string }[]
): Promise<string[]> {
  const unmoved = await sql(
    idRowSchema,
    `SELECT link.id FROM pos_variant_link AS link
     JOIN json_to_recordset(?::json) AS difference(variant_link_id text, ledger_level text)
       ON difference.variant_link_id = link.id
     WHERE link.pos_balance::numeric = difference.ledger_level::numeric
     ORDER BY link.id FOR UPDATE OF link`,
    [JSON.stringify(differences)]
  )
  const corrected = await sql(
    idRowSchema,
    `WITH wrong AS (
       SELECT presumed.id, presumed.variant_link_id, difference.missed
       FROM json_to_recordset(?::json) AS difference(variant_link_id text, missed text) CROSS JOIN LATERAL (
         SELECT one.id, one.variant_link_id FROM pos_stock_movement AS one
         WHERE one.variant_link_id = difference.variant_link_id AND one.deleted_at IS NULL
           AND (one.state = 'presumed-applied' AND one.change::numeric = -difference.missed::numeric
             OR one.state = 'presumed-lost' AND one.change::numeric = difference.missed::numeric)
         ORDER BY one.created_at DESC LIMIT 1) AS presumed
       WHERE difference.variant_link_id = ANY(?)),
     corrected AS (
       UPDATE pos_stock_movement AS movement SET updated_at = now(),
         state = CASE movement.state WHEN 'presumed-applied' THEN 'presumed-lost' ELSE 'presumed-applied' END
       FROM wrong WHERE movement.id = wrong.id RETURNING movement.id)
     UPDATE pos_variant_link AS link SET pos_balance = trim_scale(link.pos_balance::numeric + wrong.missed::numeric)::text,
       stock_revision = link.stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM wrong WHERE link.id = wrong.variant_link_id RETURNING link.id`,
    [JSON.stringify(differences), unmoved.map(({ id }) => id)]
  )
  return corrected.map(({ id }) => id)
}

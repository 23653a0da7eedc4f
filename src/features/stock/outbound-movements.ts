import { z } from "zod"
import { STOCK_DIFFERENCE_STATES, STOCK_MOVEMENT_STATES } from "../../contract/stock"
import { READ_MOVEMENT } from "../../modules/pos/pos-movement"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

/** A movement that the store sends to the POS; `change` is signed decimal text, and never 0. */
export type SendingMovement = {
  variant_link_id: string
  variant_uuid: string
  product_uuid: string
  change: string
}

/** Movements of many variants that are sent in one call. */
export type Sending = { identifier: string; movements: SendingMovement[] }

/** A movement as it is recorded before it is sent; `target`: the balance that the POS will have, decimal text. */
export type SendingRow = SendingMovement & { target: string }

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
})

/** Reads the ledger's balances of tracked links and locks the links until the transaction ends. */
export async function holdTrackedLinks(sql: Sql, variantLinkIds: string[]): Promise<z.infer<typeof linkSchema>[]> {
  return sql(
    linkSchema,
    `SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, coalesce(link.pos_balance, '0') AS pos_balance
     FROM pos_variant_link AS link
     WHERE link.id = ANY(?) AND link.tracked AND NOT link.stock_off AND link.deleted_at IS NULL
     ORDER BY link.id FOR UPDATE`,
    [variantLinkIds]
  )
}

/**
 * Finds links whose last movement is still open. The caller holds locks on them, so no other movement begins meanwhile.
 */
export async function findLinksWithOpen(sql: Sql, linkIds: string[]): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    `SELECT link.id FROM unnest(?::text[]) AS link(id) WHERE EXISTS (
       SELECT 1 FROM pos_stock_movement
       WHERE variant_link_id = link.id AND state IN ('sending', 'unknown') AND deleted_at IS NULL OFFSET 0)`,
    [linkIds]
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records movements before they are sent, and adds them to the ledger's balances. The caller holds locks on the links.
 */
export async function insertSending(
  sql: Sql,
  input: { connectionId: string; identifier: string; movements: SendingRow[]; now: Date }
): Promise<void> {
  const { connectionId, identifier, now } = input
  const rows = input.movements.map(({ variant_link_id, variant_uuid, change, target }) => ({
    id: entityId("posmov"),
    variant_link_id,
    change,
    target,
    natural_key: `${identifier}:${variant_uuid}`,
  }))
  await sql(
    idRowSchema,
    `WITH sent AS (
       INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, state, change,
         pos_balance_after, identifier, occurred_at, updated_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, 'pushed', 'sending', row.change, row.target, ?, ?, ?
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, change text, target text)
       RETURNING variant_link_id, pos_balance_after)
     UPDATE pos_variant_link AS link SET pos_balance = sent.pos_balance_after, moved_since_read = true,
       updated_at = now()
     FROM sent WHERE link.id = sent.variant_link_id AND link.id = ANY(?) RETURNING link.id`,
    [connectionId, identifier, now, now, jsonText(rows), rows.map(({ variant_link_id }) => variant_link_id)]
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

/** A movement whose outcome is unknown, with the ledger's balance of the POS, which counts it. */
export type OpenMovement = z.infer<typeof openSchema>

/** Finds movements of links whose outcome is unknown. OFFSET 0 makes PostgreSQL use the index for each link. */
export async function findOpenMovements(sql: Sql, variantLinkIds: string[], lock = false): Promise<OpenMovement[]> {
  return sql(
    openSchema,
    `SELECT movement.id, movement.variant_link_id, link.variant_uuid, link.product_uuid, movement.change,
       movement.looks, movement.occurred_at, movement.updated_at, link.pos_balance
     FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT * FROM pos_stock_movement
       WHERE variant_link_id = link.id AND state IN ('sending', 'unknown') AND deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE link.id = ANY(?) ORDER BY link.id ${lock ? "FOR UPDATE OF link" : ""}`,
    [variantLinkIds]
  )
}

const sendingSchema = z.object({ variant_uuid: z.string(), change: z.string() })

/** Finds movements of variants that were recorded since a moment, and whose call has not ended yet. */
export async function findSendingSince(
  sql: Sql,
  input: { connectionId: string; variantUuids: string[]; since: Date }
): Promise<z.infer<typeof sendingSchema>[]> {
  return sql(
    sendingSchema,
    `SELECT link.variant_uuid, movement.change FROM pos_variant_link AS link CROSS JOIN LATERAL (
       SELECT change FROM pos_stock_movement
       WHERE variant_link_id = link.id AND state = 'sending' AND updated_at > ? AND deleted_at IS NULL
       OFFSET 0) AS movement
     WHERE (link.connection_id = ?) IS TRUE AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL`,
    [input.since, input.connectionId, input.variantUuids]
  )
}

/** Result of one check of a lost movement. */
export type CheckedMovement = { id: string; classification: "applied" | "lost" | "wait" }

/** Records the results of checks. A lost movement no longer counts. The caller holds locks on the links. */
export async function recordChecks(sql: Sql, looks: CheckedMovement[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `WITH looked AS (
       UPDATE pos_stock_movement AS movement SET looks = movement.looks + 1, updated_at = ?,
         state = CASE look.classification WHEN 'applied' THEN 'presumed-applied' WHEN 'lost' THEN 'presumed-lost' ELSE 'unknown' END
       FROM json_to_recordset(?::json) AS look(id text, classification text) WHERE movement.id = look.id
       RETURNING movement.variant_link_id, movement.change, movement.state)
     UPDATE pos_variant_link AS link SET
       pos_balance = trim_scale(link.pos_balance::numeric - looked.change::numeric)::text, updated_at = now()
     FROM looked WHERE link.id = looked.variant_link_id AND looked.state = 'presumed-lost' RETURNING link.id`,
    [now, jsonText(looks)]
  )
}

const sentSchema = z.object({
  state: z.enum(STOCK_MOVEMENT_STATES),
  identifier: z.string(),
  variant_uuid: z.string(),
  change: z.string(),
  /**
   * whether an echo has come: one that named the movement (`named`), or one without a name that was assigned to it
   * (`unnamed`)
   */
  named: z.boolean(),
  unnamed: z.boolean(),
})

/** A movement that the store sent, and which echoes of it have come. */
export type SentMovement = z.infer<typeof sentSchema>

/** Prefix of the identifier under which the ledger stores an echo that came without one. */
export const UNNAMED = "unnamed:"

/** The POS sends notifications of a movement for 72 hours; one hour of margin. */
const REPORTED_WITHIN = "73 hours"

/** An incoming movement with the identifier of one that the store sent. */
type Named = { identifier: string; variant_uuid: string }

/**
 * Finds movements that the store sent: those that are named, and those that an unnamed movement could be an echo of.
 * Two separate lookups keep PostgreSQL on the indexes; one combined condition would make it read all sent movements. So
 * would a bare `identifier IS NOT NULL`: while most rows are known as baselines without one, it looks like a rare key.
 */
export async function findSentMovements(
  sql: Sql,
  input: { connectionId: string; named: Named[]; unnamedVariantUuids: string[] }
): Promise<SentMovement[]> {
  const matches = (prefix: string) => `EXISTS (
    SELECT 1 FROM pos_stock_movement AS echo WHERE echo.identifier = ${prefix} || sent.identifier
      AND echo.variant_link_id = sent.variant_link_id AND echo.kind NOT IN ('pushed', 'baseline')
      AND echo.deleted_at IS NULL OFFSET 0)`
  const movement = (condition: string) => `
         SELECT id, variant_link_id, natural_key, state, identifier, change, occurred_at FROM pos_stock_movement
         WHERE ${condition} AND kind IN ('pushed', 'baseline')
           AND (identifier IS NOT NULL) IS TRUE AND deleted_at IS NULL OFFSET 0`
  return sql(
    sentSchema,
    `SELECT sent.state, sent.identifier, sent.variant_uuid, sent.change, ${matches("''")} AS named, ${matches("?")} AS unnamed
     FROM (
       SELECT movement.*, wanted.variant_uuid
       FROM json_to_recordset(?::json) AS wanted(identifier text, variant_uuid text) CROSS JOIN LATERAL (
         ${movement("(connection_id = ?) IS TRUE AND natural_key = wanted.identifier || ':' || wanted.variant_uuid")}
       ) AS movement
       UNION
       SELECT movement.*, link.variant_uuid FROM unnest(?::text[]) AS wanted(variant_uuid) CROSS JOIN LATERAL (
         SELECT id, variant_uuid FROM pos_variant_link
         WHERE (connection_id = ?) IS TRUE AND variant_uuid = wanted.variant_uuid AND deleted_at IS NULL OFFSET 0) AS link
       CROSS JOIN LATERAL (
         ${movement(`variant_link_id = link.id AND occurred_at > now() - interval '${REPORTED_WITHIN}'`)}) AS movement
       WHERE movement.natural_key = movement.identifier || ':' || link.variant_uuid
     ) AS sent
     ORDER BY sent.occurred_at, sent.id`,
    [UNNAMED, jsonText(input.named), input.connectionId, input.unnamedVariantUuids, input.connectionId]
  )
}

type OfIdentifier = { connectionId: string; identifier: string }

/** The index starts with the identifier; IS TRUE keeps PostgreSQL from preferring an index on the connection. */
const SENT_UNDER = "(connection_id = ?) IS TRUE AND identifier = ? AND deleted_at IS NULL"

/**
 * Locks the links of movements that were sent under an identifier, in the order of their IDs. Only the holder of a link
 * changes its balance. It is a separate statement, so that the next one sees what earlier holders have written.
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

/** Records that the response to movements was lost. Nothing is sent for their variants before a check. */
export async function markUnknown(sql: Sql, { connectionId, identifier }: OfIdentifier, now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = 'unknown', updated_at = ?
     WHERE ${SENT_UNDER} AND state = 'sending' RETURNING id`,
    [now, connectionId, identifier]
  )
}

/** Records that the POS accepted what was sent under an identifier. In a transaction. */
export async function confirmSent(sql: Sql, key: OfIdentifier): Promise<void> {
  await lockLinks(sql, key)
  const sentMovements = await sql(
    idRowSchema,
    `SELECT id FROM pos_stock_movement
     WHERE ${SENT_UNDER} AND kind IN ('pushed', 'baseline') AND state <> 'applied'`,
    [key.connectionId, key.identifier]
  )
  await confirmMovements(
    sql,
    sentMovements.map(({ id }) => id)
  )
}

/**
 * Records that movements were applied. A movement that was given up counts in the ledger again, and its variant is due,
 * because what was sent in its place was too much. The caller holds locks on the links.
 * @param isCounted whether a level that the ledger read from the POS already includes them
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
  /**
   * whether the ledger has read a level from the POS since (`read_since`), and how the difference was settled with it
   */
  read_since: z.boolean(),
  decision: z.enum(STOCK_DIFFERENCE_STATES).nullable(),
})

/** A movement that an echo names, and what has happened to its variant since. */
export type NamedMovement = z.infer<typeof namedSchema>

/** Finds sent movements that are not known to be applied, by identifier and link. */
export async function findNamed(
  sql: Sql,
  connectionId: string,
  named: { identifier: string; variant_link_id: string }[]
): Promise<NamedMovement[]> {
  return sql(
    namedSchema,
    `SELECT sent.id, sent.variant_link_id, sent.identifier, sent.change, sent.state,
       later.natural_key IS NOT NULL AS read_since, difference.state AS decision
     FROM (SELECT DISTINCT * FROM json_to_recordset(?::json) AS reported(identifier text, variant_link_id text)) AS reported
     CROSS JOIN LATERAL (
       SELECT * FROM pos_stock_movement
       WHERE identifier = reported.identifier AND variant_link_id = reported.variant_link_id
         AND (connection_id = ?) IS TRUE AND kind IN ('pushed', 'baseline') AND state <> 'applied'
         AND deleted_at IS NULL OFFSET 0) AS sent
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

/** Records that the POS certainly did not apply movements: they are kept but no longer count. In a transaction. */
export async function withdrawSent(sql: Sql, key: OfIdentifier): Promise<void> {
  await lockLinks(sql, key)
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
    [key.connectionId, key.identifier]
  )
}

import { z } from "zod"
import type { STOCK_MOVEMENT_KINDS } from "../../contract/stock"
import { type PosMovement, READ_MOVEMENT } from "../../modules/pos/pos-movement"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

const keySchema = z.object({ natural_key: z.string() })

/** Finds the movements that the ledger already has. @returns their natural keys */
export async function findKnownMovements(sql: Sql, connectionId: string, naturalKeys: string[]): Promise<Set<string>> {
  const rows = await sql(
    keySchema,
    `SELECT natural_key FROM pos_stock_movement
     WHERE (connection_id = ?) IS TRUE AND natural_key = ANY(?) AND deleted_at IS NULL`,
    [connectionId, naturalKeys]
  )
  return new Set(rows.map((row) => row.natural_key))
}

/** A movement as the ledger stores it; quantities are decimal text. */
export type LedgerRow = {
  variant_link_id: string
  natural_key: string
  kind: (typeof STOCK_MOVEMENT_KINDS)[number]
  change: string
  pos_balance_after: string | null
  identifier: string | null
  occurred_at: Date
}

/**
 * Inserts movements into the ledger and skips those that it already has. The link keeps what classifying the next
 * movement needs, so that nothing has to read a ledger of years. The caller holds locks on the links.
 * @returns the natural keys of the inserted movements
 */
export async function insertMovements(sql: Sql, connectionId: string, rows: LedgerRow[]): Promise<Set<string>> {
  if (rows.length === 0) {
    return new Set()
  }
  const movements = rows.map((row) => ({ ...row, id: entityId("posmov") }))
  const inserted = await sql(
    keySchema,
    `WITH written AS (
       INSERT INTO pos_stock_movement
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, identifier, occurred_at)
       SELECT row.id, ?, row.variant_link_id, row.natural_key, row.kind, row.change, row.pos_balance_after,
              row.identifier, row.occurred_at
       FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, natural_key text, kind text, change text,
         pos_balance_after text, identifier text, occurred_at timestamptz)
       ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING
       RETURNING variant_link_id, natural_key, kind, pos_balance_after, occurred_at),
     read AS (
       SELECT DISTINCT ON (variant_link_id) * FROM written WHERE ${READ_MOVEMENT}
       ORDER BY variant_link_id, occurred_at DESC),
     noted AS (
       UPDATE pos_variant_link AS link SET moved_since_read = read.variant_link_id IS NULL,
         read_level = CASE WHEN read.variant_link_id IS NULL THEN link.read_level ELSE read.pos_balance_after END,
         read_at = coalesce(read.occurred_at, link.read_at)
       FROM (SELECT DISTINCT variant_link_id AS id FROM written WHERE kind <> 'baseline') AS moved
       LEFT JOIN read ON read.variant_link_id = moved.id
       WHERE link.id = moved.id AND link.id = ANY(?)
         AND (read.variant_link_id IS NOT NULL OR NOT link.moved_since_read))
     SELECT natural_key FROM written`,
    [connectionId, jsonText(movements), rows.map(({ variant_link_id }) => variant_link_id)]
  )
  return new Set(inserted.map((row) => row.natural_key))
}

/**
 * Adds movements to the POS balances of the ledger. Where a balance is not known yet, a two-way connection leaves it to
 * initial matching, which reads it. A connection that only follows the POS takes the balance that the POS reported.
 */
export async function addToPosBalances(
  sql: Sql,
  connection: { id: string; stock_sync: string },
  movements: Pick<PosMovement, "variantUuid" | "change" | "balanceAfter">[]
): Promise<void> {
  if (movements.length === 0) {
    return
  }
  const changes = movements.map(({ variantUuid, change, balanceAfter }, position) => ({
    variant_uuid: variantUuid,
    change,
    after: balanceAfter,
    position,
  }))
  await sql(
    idRowSchema,
    `UPDATE pos_variant_link AS link SET
       pos_balance = CASE WHEN link.tracked THEN trim_scale(coalesce(link.pos_balance, '0')::numeric + moved.change)::text
                          WHEN ? THEN NULL ELSE moved.after END,
       tracked = link.tracked OR NOT ?, updated_at = now(),
       stock_revision = link.stock_revision + CASE WHEN link.tracked THEN 0 ELSE 1 END
     FROM (SELECT variant_uuid, sum(change::numeric) AS change, (array_agg(after ORDER BY position DESC))[1] AS after
           FROM json_to_recordset(?::json) AS row(variant_uuid text, change text, after text, position int)
           GROUP BY variant_uuid) AS moved
     WHERE (link.connection_id = ?) IS TRUE AND link.variant_uuid = ANY(?) AND link.variant_uuid = moved.variant_uuid
       AND link.deleted_at IS NULL
     RETURNING link.id`,
    [
      connection.stock_sync === "two_way",
      connection.stock_sync === "two_way",
      jsonText(changes),
      connection.id,
      changes.map(({ variant_uuid }) => variant_uuid),
    ]
  )
}

/**
 * Records that the POS has started to track variants. A two-way connection compares the levels next; a one-way connection
 * begins its ledger with the POS's level. `after` is decimal text.
 */
export async function beginTracking(
  sql: Sql,
  connection: { stock_sync: string },
  levels: { id: string; after: string | null }[]
): Promise<void> {
  if (levels.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    connection.stock_sync === "two_way"
      ? `UPDATE pos_variant_link AS link SET stock_revision = stock_revision + 1, stock_attempts = 0,
           stock_next_attempt_at = NULL, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text) WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`
      : `UPDATE pos_variant_link AS link SET tracked = true, pos_balance = row.after, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text, after text)
         WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`,
    [jsonText(levels)]
  )
}

/** The POS's timestamps are in whole seconds, and calls take time. */
const CLOCK_BLUR = "10 seconds"

/**
 * Finds movements that are part of a level which the ledger read from the POS, and whose difference was settled in
 * favor of the store: the POS received back what they took. The first level that was clearly read after a movement
 * includes it.
 * @returns their natural keys
 */
export async function findUndoneReads(
  sql: Sql,
  movements: { natural_key: string; variant_link_id: string; occurred_at: Date }[]
): Promise<Set<string>> {
  if (movements.length === 0) {
    return new Set()
  }
  const rows = await sql(
    keySchema,
    `SELECT DISTINCT movement.natural_key
     FROM json_to_recordset(?::json) AS movement(natural_key text, variant_link_id text, occurred_at timestamptz)
     CROSS JOIN LATERAL (
       SELECT natural_key, occurred_at FROM pos_stock_movement
       WHERE variant_link_id = movement.variant_link_id AND ${READ_MOVEMENT}
         AND occurred_at >= movement.occurred_at - interval '${CLOCK_BLUR}' AND deleted_at IS NULL
       OFFSET 0) AS read
     JOIN pos_stock_difference AS difference ON difference.id = split_part(read.natural_key, 'difference:', 2)
     WHERE difference.state = 'trust-store' AND NOT EXISTS (
       SELECT 1 FROM pos_stock_movement AS earlier
       WHERE earlier.variant_link_id = movement.variant_link_id AND ${READ_MOVEMENT.replaceAll("natural_key", "earlier.natural_key")}
         AND earlier.occurred_at > movement.occurred_at + interval '${CLOCK_BLUR}'
         AND earlier.occurred_at < read.occurred_at AND earlier.deleted_at IS NULL)`,
    [jsonText(movements)]
  )
  return new Set(rows.map(({ natural_key }) => natural_key))
}

const linkSchema = z.object({
  id: z.string(),
  variant_uuid: z.string(),
  tracked: z.boolean(),
  /** the level that the ledger last read from the POS, and when, by the POS's clock; null: never */
  read_level: z.string().nullable(),
  read_at: z.date().nullable(),
  moved_since_read: z.boolean(),
})

/** A variant link with what classifying its movements needs. */
export type ClassifiedLink = z.infer<typeof linkSchema>

/**
 * Reads the links of variants and locks them, so that no other transaction classifies movements of the same variants
 * meanwhile.
 * @returns links by variant UUID
 */
export async function readLinksToClassify(
  sql: Sql,
  connectionId: string,
  variantUuids: string[]
): Promise<Map<string, ClassifiedLink>> {
  const rows = await sql(
    linkSchema,
    `SELECT id, variant_uuid, tracked, read_level, read_at, moved_since_read FROM pos_variant_link
     WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL
     ORDER BY id FOR UPDATE`,
    [connectionId, variantUuids]
  )
  return new Map(rows.map((row) => [row.variant_uuid, row]))
}

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { STOCK_MOVEMENT_KINDS } from "../../../../vocabulary/stock"
import type { CounterMovement } from "../../counter-movement"
import { idRowSchema, type Sql } from "../../database/sql"
import { entityId } from "../../entity-id"
import { READ_MOVEMENT } from "./read-movement"

const keySchema = z.object({ natural_key: z.string() })

/** Which movements the ledger has already, by their natural keys. */
export async function findKnownMovements(sql: Sql, connectionId: string, naturalKeys: string[]): Promise<Set<string>> {
  const rows = await sql(
    keySchema,
    `SELECT natural_key FROM pos_stock_movement
     WHERE (connection_id = ?) IS TRUE AND natural_key = ANY(?) AND deleted_at IS NULL`,
    [connectionId, naturalKeys]
  )
  return new Set(rows.map((row) => row.natural_key))
}

/** A movement as the ledger keeps it; decimal text. */
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
 * The ledger rows of movements; one that is there already is not written again. What judging the next movement needs of
 * them is kept with the link, so that nobody reads a ledger of years for it. The caller holds the links.
 * @returns the keys of the new ones
 */
export async function insertMovements(sql: Sql, connectionId: string, rows: LedgerRow[]): Promise<Set<string>> {
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
 * Counts movements into the counter's balance as the ledger knows it. Where it is not known yet, a connection that goes
 * both ways leaves it to the first contact, which reads it; one that only follows takes what the counter says.
 */
export async function addToPosBalances(
  sql: Sql,
  connection: { id: string; stock_policy: string },
  movements: Pick<CounterMovement, "variantUuid" | "change" | "balanceAfter">[]
): Promise<void> {
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
      connection.stock_policy === "two-way",
      connection.stock_policy === "two-way",
      jsonText(changes),
      connection.id,
      changes.map(({ variant_uuid }) => variant_uuid),
    ]
  )
}

/** The counter has begun to track: both ways, the levels are compared next; one way, its level is the beginning. */
export async function beginTracking(
  sql: Sql,
  connection: { stock_policy: string },
  levels: { id: string; after: string | null }[]
): Promise<void> {
  await sql(
    idRowSchema,
    connection.stock_policy === "two-way"
      ? `UPDATE pos_variant_link AS link SET stock_revision = stock_revision + 1, stock_attempts = 0,
           stock_next_attempt_at = NULL, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text) WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`
      : `UPDATE pos_variant_link AS link SET tracked = true, pos_balance = row.after, updated_at = now()
         FROM json_to_recordset(?::json) AS row(id text, after text)
         WHERE link.id = row.id AND NOT link.tracked RETURNING link.id`,
    [jsonText(levels)]
  )
}

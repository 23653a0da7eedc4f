import { z } from "zod"
import { STOCK_DIFFERENCE_CAUSES, type StockDifferenceCause } from "../../contract/stock"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"

/** Levels of one variant that differ; decimal text. */
export type DetectedDifference = {
  variant_link_id: string
  /** null: the store does not count the variant */
  store_level: string | null
  pos_level: string
  ledger_level: string | null
  cause: StockDifferenceCause
}

const recordedSchema = z.object({
  id: z.string(),
  variant_link_id: z.string(),
  seen_before: z.boolean(),
  /** when it was first found, by the database's clock */
  created_at: z.date(),
})

/**
 * Records differences, one open row per variant. `seen_before`: the same difference was open already. The unreported
 * change of the POS is the same as at the check before, however both sides have moved meanwhile.
 */
export async function recordDifferences(
  sql: Sql,
  connectionId: string,
  differences: DetectedDifference[],
  now: Date
): Promise<z.infer<typeof recordedSchema>[]> {
  const rows = differences.map((difference) => ({ ...difference, id: entityId("posdiff") }))
  return sql(
    recordedSchema,
    `WITH former AS (
       SELECT variant_link_id, pos_level::numeric - ledger_level::numeric AS drift
       FROM pos_stock_difference WHERE connection_id = ? AND state = 'open' AND deleted_at IS NULL)
     INSERT INTO pos_stock_difference AS difference
       (id, connection_id, variant_link_id, store_level, pos_level, ledger_level, cause, found_at)
     SELECT row.id, ?, row.variant_link_id, row.store_level, row.pos_level, row.ledger_level, row.cause, ?
     FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, store_level text, pos_level text,
       ledger_level text, cause text)
     ON CONFLICT (variant_link_id) WHERE state = 'open' AND deleted_at IS NULL
     DO UPDATE SET store_level = excluded.store_level, pos_level = excluded.pos_level,
       ledger_level = excluded.ledger_level, cause = excluded.cause, updated_at = now(),
       found_at = CASE WHEN (difference.store_level, difference.pos_level) IS NOT DISTINCT FROM (excluded.store_level, excluded.pos_level)
                       THEN difference.found_at ELSE excluded.found_at END
     RETURNING id, variant_link_id, created_at, EXISTS (
       SELECT 1 FROM former WHERE former.variant_link_id = difference.variant_link_id
         AND former.drift = difference.pos_level::numeric - difference.ledger_level::numeric) AS seen_before`,
    [connectionId, connectionId, now, jsonText(rows)]
  )
}

/**
 * Levels of a difference `row` that stay the same while it is unchanged: what the POS moved without a notification, however
 * both sides have moved since. Where that is nothing, or the ledger has not started, the distance of both levels.
 */
const unchanged = (row: string) => `(${row}.pos_level::numeric - ${row}.ledger_level::numeric,
  CASE WHEN ${row}.pos_level::numeric - ${row}.ledger_level::numeric <> 0 THEN NULL
       ELSE ${row}.store_level::numeric - ${row}.pos_level::numeric END)`

const ignoredSchema = z.object({ variant_link_id: z.string() })

/**
 * Leaves out differences that a person has ignored and that are unchanged since. Only the last difference of a variant
 * counts: another one that was found later has taken its place.
 */
export async function withoutIgnored(
  sql: Sql,
  connectionId: string,
  differences: DetectedDifference[]
): Promise<DetectedDifference[]> {
  if (differences.length === 0) {
    return []
  }
  const rows = await sql(
    ignoredSchema,
    `WITH ignored AS MATERIALIZED (
       SELECT * FROM pos_stock_difference AS difference
       WHERE difference.connection_id = ? AND difference.state = 'ignored' AND difference.deleted_at IS NULL)
     SELECT DISTINCT row.variant_link_id FROM json_to_recordset(?::json)
       AS row(variant_link_id text, store_level text, pos_level text, ledger_level text)
     JOIN ignored ON ignored.variant_link_id = row.variant_link_id
     WHERE ${unchanged("ignored")} IS NOT DISTINCT FROM ${unchanged("row")} AND NOT EXISTS (
       SELECT 1 FROM pos_stock_difference AS later
       WHERE later.connection_id = ignored.connection_id AND later.found_at > ignored.found_at
         AND later.variant_link_id = ignored.variant_link_id AND later.deleted_at IS NULL OFFSET 0)`,
    [connectionId, jsonText(differences)]
  )
  const ignored = new Set(rows.map(({ variant_link_id }) => variant_link_id))
  return differences.filter(({ variant_link_id }) => !ignored.has(variant_link_id))
}

/** Ends what a person has ignored, because both levels agree again: the next difference is another one. */
export async function endIgnored(sql: Sql, connectionId: string, variantLinkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = 'gone', updated_at = now()
     WHERE connection_id = ? AND state = 'ignored' AND deleted_at IS NULL AND variant_link_id = ANY(?) RETURNING id`,
    [connectionId, variantLinkIds]
  )
}

/**
 * Closes open differences of variants: of those that were compared and agree, or that the POS no longer has.
 * @returns how many were closed
 */
export async function closeOfVariants(sql: Sql, variantLinkIds: string[], now: Date): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE state = 'open' AND deleted_at IS NULL AND variant_link_id = ANY(?) RETURNING id`,
    [now, variantLinkIds]
  )
  return rows.length
}

/** Closes the open differences of products that the store has deleted: there is no level left to decide on. */
export async function closeOfDeletedProducts(sql: Sql, productLinkIds: string[], now: Date): Promise<void> {
  if (productLinkIds.length > 0) {
    await sql(
      idRowSchema,
      `UPDATE pos_stock_difference SET state = 'gone', resolved_at = ?, updated_at = now()
       WHERE state = 'open' AND deleted_at IS NULL AND variant_link_id = ANY(ARRAY(
         SELECT link.id FROM pos_variant_link AS link WHERE link.product_link_id = ANY(?) AND link.deleted_at IS NULL))
       RETURNING id`,
      [now, productLinkIds]
    )
  }
}

/** Closes every open difference of a connection: stock is no longer synced, so levels may differ. */
export async function closeAllDifferences(sql: Sql, connectionId: string, now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE connection_id = ? AND state = 'open' AND deleted_at IS NULL RETURNING id`,
    [now, connectionId]
  )
}

/** Closes differences of cause `unsent`, once the POS has accepted the store's change. */
export async function closeSent(sql: Sql, variantLinkIds: string[], now: Date): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = 'gone', resolved_at = ?, updated_at = now()
     WHERE state = 'open' AND cause = 'unsent' AND deleted_at IS NULL AND variant_link_id = ANY(?) RETURNING id`,
    [now, variantLinkIds]
  )
}

/**
 * Closes differences that a late notification explains: the ledger now has the level that was read from the POS, and
 * the notification led to it. The caller holds locks on the links.
 */
export async function closeExplained(sql: Sql, movements: { variant_link_id: string; level: string }[]): Promise<void> {
  if (movements.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_stock_difference AS difference SET state = 'gone', resolved_at = now(), updated_at = now()
     FROM json_to_recordset(?::json) AS movement(variant_link_id text, level text)
     JOIN pos_variant_link AS link ON link.id = movement.variant_link_id AND link.tracked
     WHERE difference.variant_link_id = movement.variant_link_id AND difference.state = 'open'
       AND difference.cause IN ('missed', 'unknown') AND difference.deleted_at IS NULL
       AND difference.pos_level::numeric = movement.level::numeric
       AND link.pos_balance::numeric = movement.level::numeric
     RETURNING difference.id`,
    [jsonText(movements)]
  )
}

/** Closes open differences that a person or the policy has settled. @returns the IDs of those that were open */
export async function closeDifferences(
  sql: Sql,
  ids: string[],
  state: "trust-store" | "trust-pos" | "ignored" | "gone",
  now: Date,
  /** of ignored ones: why, in a person's words */
  dismissalReason: string | null = null
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_stock_difference SET state = ?, resolved_at = ?, dismissal_reason = ?, updated_at = now()
     WHERE id = ANY(?) AND state = 'open' AND deleted_at IS NULL RETURNING id`,
    [state, now, dismissalReason, ids]
  )
  return rows.map(({ id }) => id)
}

/**
 * Opens ignored differences again. One whose variant has an open difference already stays ignored: the open one has the
 * current levels. Of several ignored differences of a variant the latest is opened.
 */
export async function reopenDifferences(sql: Sql, connectionId: string, ids: string[]): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_stock_difference AS difference
     SET state = 'open', resolved_at = NULL, dismissal_reason = NULL, updated_at = now()
     WHERE difference.id IN (
         SELECT DISTINCT ON (known.variant_link_id) known.id FROM pos_stock_difference AS known
         WHERE known.id = ANY(?) AND known.state = 'ignored' AND (known.connection_id = ?) IS TRUE AND known.deleted_at IS NULL
         ORDER BY known.variant_link_id, known.found_at DESC)
       AND NOT EXISTS (
         SELECT 1 FROM pos_stock_difference AS current WHERE current.variant_link_id = difference.variant_link_id
           AND current.state = 'open' AND current.deleted_at IS NULL)
     RETURNING difference.id`,
    [ids, connectionId]
  )
  return rows.length
}

const openSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  tracked: z.boolean(),
  pos_balance: z.string().nullable(),
  store_level: z.string().nullable(),
  pos_level: z.string(),
  ledger_level: z.string().nullable(),
  found_at: z.date(),
  /** whether the POS no longer has the product; the level that was read last is then all that is known */
  left_pos: z.boolean(),
  cause: z.enum(STOCK_DIFFERENCE_CAUSES),
})

/** An open difference with what settling it needs. */
export type OpenDifference = z.infer<typeof openSchema>

/** Finds open differences. @param ids null: all @param hold locks their links until the transaction ends */
export async function findOpenDifferences(
  sql: Sql,
  connectionId: string,
  ids: string[] | null,
  hold = false
): Promise<OpenDifference[]> {
  return sql(
    openSchema,
    `SELECT difference.id, link.id AS link_id, link.variant_id, link.variant_uuid, link.product_uuid, link.tracked,
            link.pos_balance, difference.store_level, difference.pos_level,
            difference.ledger_level, difference.found_at, difference.cause, NOT EXISTS (
              SELECT 1 FROM pos_product_link AS product WHERE product.id = link.product_link_id
                AND product.pushed_at IS NOT NULL AND product.deleted_at IS NULL) AS left_pos
     FROM pos_stock_difference AS difference
     JOIN pos_variant_link AS link ON link.id = difference.variant_link_id AND link.deleted_at IS NULL
     WHERE difference.connection_id = ? AND difference.state = 'open' AND difference.deleted_at IS NULL
       AND (? OR difference.id = ANY(?)) ORDER BY link.id ${hold ? "FOR UPDATE OF link" : ""}`,
    [connectionId, ids === null, ids ?? []]
  )
}

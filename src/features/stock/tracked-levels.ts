import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { lockVariantLinks } from "../../modules/pos/link-locks"

const linkSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  tracked: z.boolean(),
  /** whether the POS has switched tracking off, as far as is known */
  stock_off: z.boolean(),
  pos_balance: z.string(),
  /** whether a movement of the store is still being sent */
  unsent: z.boolean(),
  /** whether a difference is open */
  differs: z.boolean(),
  revision: z.number(),
})

export type ComparableLink = z.infer<typeof linkSchema>

/** A product link with its variant link; a look-up for each variant link, with any statistics. */
const PUSHED_PRODUCT = `CROSS JOIN LATERAL (
         SELECT product.id FROM pos_product_link AS product
         WHERE product.id = link.product_link_id AND product.pushed_at IS NOT NULL AND product.deleted_at IS NULL
         OFFSET 0) AS product`

/**
 * Lists the links to compare, page by page by ID: those whose ledger has started, those whose tracking the POS has
 * switched off, and those with an open difference.
 */
export async function listComparableLinks(
  sql: Sql,
  page: { connectionId: string; after: string; limit: number }
): Promise<ComparableLink[]> {
  return sql(
    linkSchema,
    `WITH listed AS MATERIALIZED (
       (SELECT link.id FROM pos_variant_link AS link ${PUSHED_PRODUCT}
        WHERE link.connection_id = :connectionId AND (link.tracked OR link.stock_off) AND link.deleted_at IS NULL
          AND link.id > :after ORDER BY link.id LIMIT :limit)
       UNION
       (SELECT link.id FROM pos_stock_difference AS difference CROSS JOIN LATERAL (
          SELECT id, product_link_id FROM pos_variant_link
          WHERE id = difference.variant_link_id AND connection_id = :connectionId AND deleted_at IS NULL
          OFFSET 0) AS link ${PUSHED_PRODUCT}
        WHERE difference.state = 'open' AND difference.deleted_at IS NULL AND difference.variant_link_id > :after
        ORDER BY link.id LIMIT :limit)
       ORDER BY id LIMIT :limit)
     SELECT link.id, link.variant_id, link.variant_uuid, link.product_uuid, link.tracked, link.stock_off,
       coalesce(link.pos_balance, '0') AS pos_balance, link.stock_revision AS revision,
       EXISTS (
         SELECT 1 FROM pos_stock_difference AS difference
         WHERE difference.variant_link_id = link.id AND difference.state = 'open'
           AND difference.deleted_at IS NULL) AS differs,
       (link.stock_revision > link.stock_pushed_revision OR EXISTS (
         SELECT 1 FROM pos_stock_movement AS movement
         WHERE movement.variant_link_id = link.id AND movement.state IN ('sending', 'unknown')
           AND movement.deleted_at IS NULL)) AS unsent
     FROM pos_variant_link AS link WHERE link.id = ANY(ARRAY(SELECT id FROM listed)) ORDER BY link.id`,
    page
  )
}

const trackedSchema = z.object({ id: z.string(), variant_id: z.string() })

/** Lists links whose ledger has started, page by page by ID. */
export async function listTrackedLinks(
  sql: Sql,
  input: { connectionId: string; after: string; limit: number }
): Promise<z.infer<typeof trackedSchema>[]> {
  return sql(
    trackedSchema,
    `SELECT link.id, link.variant_id FROM pos_variant_link AS link
     WHERE link.connection_id = ? AND link.tracked AND link.deleted_at IS NULL AND link.id > ?
     ORDER BY link.id LIMIT ?`,
    [input.connectionId, input.after, input.limit]
  )
}

const ofProductSchema = z.object({
  id: z.string(),
  product_link_id: z.string(),
  variant_id: z.string(),
  variant_uuid: z.string(),
  product_uuid: z.string(),
  pos_balance: z.string(),
})

/** Finds links of products whose ledger has started, without those that have an open movement of the store. */
export async function findTrackedOfProducts(
  sql: Sql,
  productLinkIds: string[]
): Promise<z.infer<typeof ofProductSchema>[]> {
  return sql(
    ofProductSchema,
    `SELECT link.id, link.product_link_id, link.variant_id, link.variant_uuid, link.product_uuid,
       coalesce(link.pos_balance, '0') AS pos_balance
     FROM pos_variant_link AS link
     WHERE link.product_link_id = ANY(?) AND link.tracked AND link.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_stock_movement AS movement
       WHERE movement.variant_link_id = link.id AND movement.state IN ('sending', 'unknown')
         AND movement.deleted_at IS NULL)`,
    [productLinkIds]
  )
}

/**
 * A level that was read from the POS, decimal text. `readAt` is by the POS's clock. `balance` is what the ledger
 * expected when it was read; null: the ledger has not started.
 */
export type ObservedLevel = { linkId: string; level: string; readAt: Date; balance: string | null }

/**
 * Assignments, for an UPDATE of a variant link, that clear the observed level: a new ledger begins with another one.
 */
export const FORGET_OBSERVED = "observed_level = NULL, observed_at = NULL, observed_balance = NULL"

/**
 * Records levels that were read from the POS, for the admin; a reading older than the recorded one changes nothing.
 * Readings have the whole seconds of an HTTP date, and notifications have milliseconds: of the same second, the reading
 * counts as the later one.
 */
export async function recordObservedLevels(sql: Sql, levels: ObservedLevel[]): Promise<void> {
  if (levels.length === 0) {
    return
  }
  const rows = levels.map(({ linkId, level, readAt, balance }) => ({ id: linkId, level, read_at: readAt, balance }))
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks("link.id = ANY(?) AND link.deleted_at IS NULL")})
     UPDATE pos_variant_link AS link SET observed_level = row.level, observed_at = row.read_at,
       observed_balance = row.balance, updated_at = now()
     FROM locked JOIN json_to_recordset(?::json) AS row(id text, level text, read_at timestamptz, balance text)
       ON row.id = locked.id
     WHERE link.id = locked.id AND NOT link.stock_off AND coalesce(date_trunc('second', link.observed_at) <= row.read_at, true)
     RETURNING link.id`,
    [rows.map(({ id }) => id), jsonText(rows)]
  )
}

/** A level that the POS reported of a link at `at`; `moved`: the ledger's change by its notifications, decimal text. */
export type ReportedLevel = { linkId: string; level: string; at: Date; moved: string }

/**
 * Records levels that notifications reported, in the transaction in which the ledger counts them. The recorded reading
 * already includes a notification that is older; only the level that the ledger expected then changes.
 */
export async function recordReportedLevels(sql: Sql, levels: ReportedLevel[]): Promise<void> {
  if (levels.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_variant_link AS link SET
       observed_level = CASE WHEN row.is_newer THEN row.level ELSE link.observed_level END,
       observed_at = CASE WHEN row.is_newer THEN row.at ELSE link.observed_at END,
       observed_balance = CASE WHEN NOT row.is_newer THEN trim_scale(link.observed_balance::numeric + row.moved)::text
                               WHEN link.tracked THEN link.pos_balance END
     FROM (SELECT known.id, reported.level, reported.at, reported.moved, coalesce(known.observed_at <= reported.at, true) AS is_newer
           FROM json_to_recordset(?::json) AS reported(id text, level text, at timestamptz, moved numeric)
           JOIN pos_variant_link AS known ON known.id = reported.id) AS row
     WHERE link.id = row.id AND link.id = ANY(?) AND NOT link.stock_off RETURNING link.id`,
    [
      jsonText(levels.map(({ linkId, level, at, moved }) => ({ id: linkId, level, at, moved }))),
      levels.map(({ linkId }) => linkId),
    ]
  )
}

/** A level that a ledger begins with, decimal text; `readAt` is by the POS's clock, like the times of movements. */
export type Baseline = {
  linkId: string
  level: string
  readAt: Date
  /** the link's revision before the level was read; a notification that was received since has changed it */
  revision?: number
}

/**
 * Begins the ledgers of links with the levels that the POS already has. A link that is tracked keeps its balance. In a
 * transaction.
 * @returns the links whose ledger began
 */
export async function takeBaselines(sql: Sql, connectionId: string, levels: Baseline[]): Promise<string[]> {
  const rows = levels.map(({ linkId, level, readAt, revision }) => ({
    id: entityId("posmov"),
    link_id: linkId,
    revision: revision ?? null,
    level,
    read_at: readAt,
  }))
  const started = await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks("link.id = ANY(?)")}),
     begun AS (
       UPDATE pos_variant_link AS link SET pos_balance = row.level, tracked = true, read_level = row.level,
         read_at = row.read_at, moved_since_read = false, tracking_enabled_by_us = false, updated_at = now()
       FROM locked JOIN json_to_recordset(?::json)
         AS row(id text, link_id text, revision int, level text, read_at timestamptz) ON row.link_id = locked.id
       WHERE link.id = locked.id AND NOT link.tracked AND link.stock_revision = coalesce(row.revision, link.stock_revision)
       RETURNING link.id, row.id AS movement_id, row.level, row.read_at),
     written AS (
       INSERT INTO pos_stock_movement
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, occurred_at)
       SELECT movement_id, ?, id, 'baseline:' || movement_id, 'baseline', level, level, read_at FROM begun RETURNING id)
     SELECT begun.id FROM begun`,
    [rows.map((row) => row.link_id), jsonText(rows), connectionId]
  )
  const ids = started.map(({ id }) => id)
  await endPresumptions(sql, ids)
  return ids
}

/** Finds the links whose ledger has not started. */
export async function findUntracked(sql: Sql, linkIds: string[]): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM pos_variant_link WHERE id = ANY(?) AND NOT tracked", [linkIds])
  return rows.map(({ id }) => id)
}

/**
 * Reopens the last movement of each link that was presumed to be applied, because a notification of the POS was
 * received: the change that was taken for ours may have been the POS's own. The caller holds locks on the links.
 */
export async function reopenPresumed(sql: Sql, variantLinkIds: string[]): Promise<void> {
  if (variantLinkIds.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `WITH reopened AS (
       UPDATE pos_stock_movement SET state = 'unknown', looks = 0, updated_at = now()
       WHERE id IN (
         SELECT presumed.id FROM unnest(?::text[]) AS wanted(id) CROSS JOIN LATERAL (
           SELECT id FROM pos_stock_movement
           WHERE variant_link_id = wanted.id AND state = 'presumed-applied' AND deleted_at IS NULL
             AND NOT EXISTS (
               SELECT 1 FROM pos_stock_movement AS open WHERE open.variant_link_id = wanted.id
                 AND open.state IN ('sending', 'unknown') AND open.deleted_at IS NULL)
           ORDER BY created_at DESC LIMIT 1) AS presumed)
       RETURNING variant_link_id)
     UPDATE pos_variant_link AS link SET stock_revision = stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM reopened WHERE link.id = reopened.variant_link_id RETURNING link.id`,
    [variantLinkIds]
  )
}

/**
 * Makes presumptions about movements final, because the ledger of these links begins again with a level that was read
 * and that includes every applied movement. The caller holds locks on the links.
 */
export async function endPresumptions(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = CASE WHEN state = 'presumed-applied' THEN 'applied' ELSE 'refused' END,
       updated_at = now()
     WHERE id = ANY(ARRAY(
       SELECT id FROM pos_stock_movement
       WHERE variant_link_id = ANY(?) AND state IN ('sending', 'unknown') AND deleted_at IS NULL
       UNION ALL SELECT id FROM pos_stock_movement
       WHERE variant_link_id = ANY(?) AND state IN ('presumed-applied', 'presumed-lost') AND deleted_at IS NULL))
     RETURNING id`,
    [variantLinkIds, variantLinkIds]
  )
}

/**
 * Corrects wrong presumptions: the last presumed movement explains exactly the difference between the POS and the
 * ledger. The movement is taken back or counted again, and the variant is due. Links that have moved since the
 * comparison are left for the next one. In a transaction.
 * @param differences by variant link: the ledger's level, and the POS's level minus it (`missed`); decimal text
 * @returns the corrected variant links
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
    [jsonText(differences)]
  )
  const corrected = await sql(
    idRowSchema,
    `WITH wrong AS (
       SELECT presumed.id, presumed.variant_link_id, difference.missed
       FROM json_to_recordset(?::json) AS difference(variant_link_id text, missed text) CROSS JOIN LATERAL (
         SELECT id, variant_link_id FROM pos_stock_movement
         WHERE variant_link_id = difference.variant_link_id AND deleted_at IS NULL
           AND (state = 'presumed-applied' AND change::numeric = -difference.missed::numeric
             OR state = 'presumed-lost' AND change::numeric = difference.missed::numeric)
         ORDER BY created_at DESC LIMIT 1) AS presumed
       WHERE difference.variant_link_id = ANY(?)),
     corrected AS (
       UPDATE pos_stock_movement AS movement SET updated_at = now(),
         state = CASE movement.state WHEN 'presumed-applied' THEN 'presumed-lost' ELSE 'presumed-applied' END
       FROM wrong WHERE movement.id = wrong.id RETURNING movement.id)
     UPDATE pos_variant_link AS link SET pos_balance = trim_scale(link.pos_balance::numeric + wrong.missed::numeric)::text,
       observed_balance = trim_scale(link.observed_balance::numeric + wrong.missed::numeric)::text,
       stock_revision = link.stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM wrong WHERE link.id = wrong.variant_link_id RETURNING link.id`,
    [jsonText(differences), unmoved.map(({ id }) => id)]
  )
  return corrected.map(({ id }) => id)
}

import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

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
    [jsonText(differences)]
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
       observed_balance = trim_scale(link.observed_balance::numeric + wrong.missed::numeric)::text,
       stock_revision = link.stock_revision + 1, stock_next_attempt_at = NULL, updated_at = now()
     FROM wrong WHERE link.id = wrong.variant_link_id RETURNING link.id`,
    [jsonText(differences), unmoved.map(({ id }) => id)]
  )
  return corrected.map(({ id }) => id)
}

import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { lockVariantLinks } from "../../modules/pos/link-locks"
import { closeOfVariants } from "./differences"
import { FORGET_OBSERVED } from "./tracked-levels"

/**
 * Assignments, for an UPDATE of `pos_variant_link AS variant`, that end a variant's stock ledger. The variant is due
 * for initial matching, the only way its stock may start again: both levels are compared before anything is sent.
 */
export const RESTART_STOCK = `tracked = false, pos_balance = NULL, stock_off = false, tracking_enabled_by_us = false,
  ${FORGET_OBSERVED}, stock_error = NULL, stock_revision = variant.stock_revision + 1, stock_attempts = 0, stock_next_attempt_at = NULL`

/**
 * Ends movements whose response was lost, when their ledger ends and they can no longer be checked: their state becomes
 * `ended`, and they block nothing. The caller holds locks on the links.
 */
export async function endOpenMovements(sql: Sql, variantLinkIds: string[]): Promise<void> {
  if (variantLinkIds.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `UPDATE pos_stock_movement SET state = 'ended', updated_at = now()
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
 * Ends the stock of variants that the POS has lost or never had: their ledger and their open movements. Should the POS
 * have them again, they go through initial matching. Open differences stay: a person may still decide on the last level.
 * @param condition SQL on the variant links (`link`), with the named bindings
 * @returns the variant links
 */
export async function endStock(
  sql: Sql,
  condition: string,
  bindings: Record<string, string | string[]>
): Promise<string[]> {
  const ended = await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(`${condition} AND link.deleted_at IS NULL`)})
     UPDATE pos_variant_link AS variant SET ${RESTART_STOCK}, updated_at = now()
     FROM locked WHERE variant.id = locked.id RETURNING variant.id`,
    bindings
  )
  const ids = ended.map(({ id }) => id)
  await endOpenMovements(sql, ids)
  return ids
}

/** Ends the stock of products that the POS has lost or never had. */
export async function endStockOfProducts(sql: Sql, productLinkIds: string[]): Promise<void> {
  if (productLinkIds.length > 0) {
    const hasStock = "(link.tracked OR link.stock_off OR link.stock_pushed_revision > 0)"
    await endStock(sql, `link.product_link_id = ANY(:productLinkIds) AND ${hasStock}`, { productLinkIds })
  }
}

/** SQL condition on variant links (`link`): variants of a connection, by their UUIDs. */
const VARIANTS_BY_UUID = "(link.connection_id = :connectionId) IS TRUE AND link.variant_uuid = ANY(:variantUuids)"

/**
 * Ends the stock of variants that were left out of products which the POS keeps, as when the store deletes a variant,
 * and closes their differences: there is no level left to decide on.
 */
export async function endStockOfVariants(
  sql: Sql,
  now: Date,
  left: { connectionId: string; variantUuids: string[] }
): Promise<void> {
  await closeOfVariants(sql, await endStock(sql, VARIANTS_BY_UUID, left), now)
}

/**
 * Restarts initial matching of POS products that the ledger has, before the plugin enables their tracking. The level
 * that the ledger expects is kept: where the POS still has it, or counts from 0, the store's level is sent.
 * @returns the variant links concerned
 */
export async function restartUntracked(sql: Sql, connectionId: string, productUuids: string[]): Promise<string[]> {
  const restarted = await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      "(link.connection_id = ?) IS TRUE AND link.product_uuid = ANY(?) AND link.tracked AND link.deleted_at IS NULL"
    )})
     UPDATE pos_variant_link AS variant SET tracked = false, tracking_enabled_by_us = true, ${FORGET_OBSERVED},
       stock_revision = variant.stock_revision + 1, stock_attempts = 0, stock_next_attempt_at = NULL, updated_at = now()
     FROM locked WHERE variant.id = locked.id RETURNING variant.id`,
    [connectionId, productUuids]
  )
  const ids = restarted.map(({ id }) => id)
  await endOpenMovements(sql, ids)
  return ids
}

const restartedSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  was_tracked: z.boolean(),
  pos_balance: z.string().nullable(),
})

/** A variant whose ledger ended, with the POS level that the ledger had, decimal text. */
export type RestartedVariant = z.infer<typeof restartedSchema>

/**
 * Puts every variant of a connection through initial matching, because what its levels are compared with has changed.
 */
export async function restartAllStock(sql: Sql, connectionId: string): Promise<RestartedVariant[]> {
  const restarted = await sql(
    restartedSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      "link.connection_id = ? AND link.deleted_at IS NULL AND NOT link.stock_off",
      "link.id, link.tracked, link.pos_balance"
    )})
     UPDATE pos_variant_link AS variant SET ${RESTART_STOCK}, updated_at = now()
     FROM locked WHERE variant.id = locked.id
     RETURNING variant.id, variant.variant_id, locked.tracked AS was_tracked, locked.pos_balance`,
    [connectionId]
  )
  await endOpenMovements(
    sql,
    restarted.filter(({ was_tracked }) => was_tracked).map(({ id }) => id)
  )
  return restarted
}

/**
 * Records for which variants the plugin is about to enable tracking. A level of 0 that is read afterwards was never
 * counted by a person; recording it first keeps this true when the process ends in between.
 */
export async function recordTrackingEnabled(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await recordEnabled(sql, "link.id = ANY(:variantLinkIds)", { variantLinkIds })
}

/**
 * Records which variants the plugin has added to products at the POS: it tracks a new variant of a tracked product at
 * once, with a level of 0 that nobody has counted.
 */
export async function recordAddedVariants(
  sql: Sql,
  added: { connectionId: string; variantUuids: string[] }
): Promise<void> {
  await recordEnabled(sql, VARIANTS_BY_UUID, added)
}

async function recordEnabled(sql: Sql, condition: string, bindings: Record<string, string | string[]>): Promise<void> {
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      `${condition} AND NOT link.tracking_enabled_by_us AND NOT link.tracked AND link.deleted_at IS NULL`
    )})
     UPDATE pos_variant_link AS variant SET tracking_enabled_by_us = true, updated_at = now()
     FROM locked WHERE variant.id = locked.id RETURNING variant.id`,
    bindings
  )
}

/** Finds variants whose tracking the plugin enabled, or that it added, and whose level was always 0 since. */
export async function findTrackingEnabled(sql: Sql, variantLinkIds: string[]): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    "SELECT id FROM pos_variant_link WHERE id = ANY(?) AND tracking_enabled_by_us AND deleted_at IS NULL",
    [variantLinkIds]
  )
  return new Set(rows.map(({ id }) => id))
}

/** Records that both sides have counted these variants: from now on a POS level of 0 is a level like any other. */
export async function recordCounted(sql: Sql, variantLinkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks("link.id = ANY(?) AND link.tracking_enabled_by_us")})
     UPDATE pos_variant_link AS variant SET tracking_enabled_by_us = false, updated_at = now()
     FROM locked WHERE variant.id = locked.id RETURNING variant.id`,
    [variantLinkIds]
  )
}

/** Records a difference for tracked variants without a store level: a person decides, since nothing can be compared. */
export async function recordUncounted(
  sql: Sql,
  connectionId: string,
  variants: { id: string; pos_level: string }[],
  now: Date
): Promise<void> {
  const rows = variants.map(({ id, pos_level }) => ({ id: entityId("posdiff"), variant_link_id: id, pos_level }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_stock_difference AS difference
       (id, connection_id, variant_link_id, store_level, pos_level, ledger_level, cause, found_at)
     SELECT row.id, ?, row.variant_link_id, NULL, row.pos_level, NULL, 'uncounted', ?
     FROM json_to_recordset(?::json) AS row(id text, variant_link_id text, pos_level text)
     ON CONFLICT (variant_link_id) WHERE state = 'open' AND deleted_at IS NULL
     DO UPDATE SET store_level = NULL, pos_level = excluded.pos_level, cause = 'uncounted', updated_at = now()
     RETURNING id`,
    [connectionId, now, jsonText(rows)]
  )
}

/**
 * Finds the variant links that are part of the product content that the POS last accepted. A variant that was added
 * since does not exist there if the POS has rejected its product.
 */
export async function findAcceptedVariants(sql: Sql, variantLinkIds: string[]): Promise<Set<string>> {
  const rows = await sql(
    idRowSchema,
    `SELECT variant.id FROM pos_variant_link AS variant
     JOIN pos_product_link AS product ON product.id = variant.product_link_id
     LEFT JOIN pos_product_part AS part ON part.product_link_id = product.id
       AND part.product_uuid = variant.product_uuid AND part.deleted_at IS NULL
     CROSS JOIN LATERAL (SELECT CASE WHEN part.id IS NULL THEN product.accepted_content ELSE part.accepted_content END
       AS content) AS accepted
     WHERE variant.id = ANY(?) AND (accepted.content IS NULL OR accepted.content->'variants' @>
       jsonb_build_array(jsonb_build_object('uuid', variant.variant_uuid)))`,
    [variantLinkIds]
  )
  return new Set(rows.map(({ id }) => id))
}

/** Marks variants as due for initial matching that the POS has just accepted with their products. */
export async function markAcceptedStockDue(sql: Sql, productLinkIds: string[]): Promise<void> {
  if (productLinkIds.length === 0) {
    return
  }
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      `link.product_link_id = ANY(?) AND NOT link.tracked AND NOT link.stock_off
       AND link.stock_pushed_revision >= link.stock_revision AND link.deleted_at IS NULL`
    )})
     UPDATE pos_variant_link AS variant SET stock_revision = variant.stock_revision + 1, stock_attempts = 0,
       stock_next_attempt_at = NULL, stock_error = NULL, updated_at = now()
     FROM locked WHERE variant.id = locked.id RETURNING variant.id`,
    [productLinkIds]
  )
}

import { z } from "zod"
import { type MassChangeGroup, STORE_CHANGE_GROUPS, suspiciousChangeSchema } from "../../contract/mass-changes"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { LOCKED_BY_ID } from "../../modules/pos/link-locks"

/** Returns the names that the POS has of products, by the id of their link. */
export async function readNamesAtPos(sql: Sql, linkIds: string[]): Promise<Map<string, string>> {
  const rows = await sql(
    z.object({ id: z.string(), name: z.string() }),
    `SELECT id, coalesce(accepted_content->>'name', product_id) AS name FROM pos_product_link WHERE id = ANY(?)`,
    [linkIds]
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const restoringSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  changes: z.array(suspiciousChangeSchema).catch([]),
  overrides: z.unknown(),
  inclusion: z.string(),
  /** false: the store has deleted the product since */
  is_linked: z.boolean(),
  /** false: its change was sent before the hold opened */
  is_held: z.boolean(),
})

/** A change whose value at the POS is to be written back into the store. */
export type RestoringChange = z.infer<typeof restoringSchema>

const heldElsewhereSchema = z.object({
  id: z.string(),
  link_id: z.string(),
  changes: z.array(suspiciousChangeSchema),
})

/**
 * Returns the held changes in the store of products that are about other parts of a split product than those given.
 * @param uuids the products at the POS, or parts of products, that are not asked for
 */
export async function findHeldElsewhere(
  sql: Sql,
  linkIds: string[],
  uuids: string[]
): Promise<z.infer<typeof heldElsewhereSchema>[]> {
  return sql(
    heldElsewhereSchema,
    `SELECT held.id, held.link_id, jsonb_agg(change.value) AS changes
     FROM pos_held_change AS held
     JOIN pos_product_link AS link ON link.id = held.link_id
     CROSS JOIN LATERAL jsonb_array_elements(held.changes) AS change
     LEFT JOIN pos_variant_link AS variant ON variant.product_link_id = held.link_id AND variant.deleted_at IS NULL
       AND variant.variant_uuid = change.value->>'variant_uuid'
     WHERE held.link_id = ANY(?) AND held.change_group = ANY(?) AND held.state <> 'passed' AND held.deleted_at IS NULL
       AND CASE WHEN change.value->>'variant_uuid' IS NULL THEN link.product_uuid ELSE variant.product_uuid END <> ALL(?)
     GROUP BY held.id, held.link_id`,
    [linkIds, [...STORE_CHANGE_GROUPS], uuids]
  )
}

/** Ends the changes in the store of products, by link, except those of other parts than the given ones. */
export async function endChangesOfParts(sql: Sql, linkIds: string[], uuids: string[]): Promise<void> {
  const elsewhere = await findHeldElsewhere(sql, linkIds, uuids)
  await sql(
    idRowSchema,
    `UPDATE pos_held_change AS held SET changes = left_over.changes, updated_at = now()
     FROM json_to_recordset(?::json) AS left_over(id text, changes jsonb)
     WHERE held.id = left_over.id RETURNING held.id`,
    [jsonText(elsewhere)]
  )
  await sql(
    idRowSchema,
    `DELETE FROM pos_held_change AS held
     WHERE held.link_id = ANY(?) AND held.change_group = ANY(?) AND held.state <> 'passed' AND held.id <> ALL(?)
       AND (held.state = 'approved' OR held.link_id <> ALL(?))
     RETURNING held.id`,
    [linkIds, [...STORE_CHANGE_GROUPS], elsewhere.map(({ id }) => id), elsewhere.map(({ link_id }) => link_id)]
  )
}

type NextRestoring = { connectionId: string; runId: string; group: MassChangeGroup; after: string; limit: number }

/** Returns the next changes that a run is about, after an id. */
export async function nextRestoring(
  sql: Sql,
  { connectionId, runId, group, after, limit }: NextRestoring
): Promise<RestoringChange[]> {
  return sql(
    restoringSchema,
    `SELECT change.id, change.link_id, change.product_id, link.product_uuid, change.changes, link.overrides,
            link.inclusion, link.deleted_at IS NULL AS is_linked, link.state = 'held' AS is_held
     FROM pos_hold AS hold
     JOIN pos_held_change AS change ON change.hold_id = hold.id AND change.state = 'restoring'
       AND change.deleted_at IS NULL
     JOIN pos_product_link AS link ON link.id = change.link_id
     WHERE hold.connection_id = ? AND hold.change_group = ? AND hold.state = 'open' AND hold.deleted_at IS NULL
       AND change.run_id = ? AND change.id > ?
     ORDER BY change.id LIMIT ?`,
    [connectionId, group, runId, after, limit]
  )
}

/** Ends the link of a product that the store has deleted and that stays at the POS. */
export async function forgetLinks(sql: Sql, now: Date, linkIds: string[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link SET state = 'kept', pushed_revision = revision, deleted_at = ?, updated_at = ?
     WHERE id = ANY(${LOCKED_BY_ID}) RETURNING id`,
    [now, now, linkIds]
  )
}

import { jsonText } from "../../database/json-text"
import { idRowSchema, type Sql } from "../../database/sql"

/** From which level on a variant is low, decimal text; null: from none. */
export type ToldLowStock = { linkId: string; level: string | null }

/** The counter has taken what the shop says of variants. */
export async function recordToldLowStock(sql: Sql, told: ToldLowStock[]): Promise<void> {
  await sql(
    idRowSchema,
    // Many links are locked in one order only, as everywhere: two statements that meet would else wait for each other.
    `WITH locked AS MATERIALIZED (SELECT id FROM pos_variant_link WHERE id = ANY(?) ORDER BY id FOR UPDATE)
     UPDATE pos_variant_link AS link SET low_stock_level = level, low_stock_told = level, updated_at = now()
     FROM locked JOIN json_to_recordset(?::json) AS row(link_id text, level text) ON row.link_id = locked.id
     WHERE link.id = locked.id RETURNING link.id`,
    [told.map(({ linkId }) => linkId), jsonText(told.map(({ linkId, level }) => ({ link_id: linkId, level })))]
  )
}

/** What the counter was read to keep of variants, where that is another than is known; what the shop told it stays known. */
export async function recordReadLowStock(
  sql: Sql,
  connectionId: string,
  read: { variantUuid: string; level: string | null }[]
): Promise<void> {
  const rows = jsonText(read.map(({ variantUuid: variant_uuid, level }) => ({ variant_uuid, level })))
  await sql(
    idRowSchema,
    // Each is looked up by itself (OFFSET 0), whatever PostgreSQL expects of the tables.
    `WITH other AS MATERIALIZED (
       SELECT found.id, row.level FROM json_to_recordset(?::json) AS row(variant_uuid text, level text) CROSS JOIN LATERAL (
         SELECT one.id FROM pos_variant_link AS one
         WHERE one.variant_uuid = row.variant_uuid AND (one.connection_id = ?) IS TRUE AND one.deleted_at IS NULL
           AND one.low_stock_level IS DISTINCT FROM row.level OFFSET 0) AS found
     ), locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(ARRAY(SELECT id FROM other)) ORDER BY id FOR UPDATE)
     UPDATE pos_variant_link AS link SET low_stock_level = level, updated_at = now()
     FROM locked JOIN other ON other.id = locked.id
     WHERE link.id = locked.id RETURNING link.id`,
    [rows, connectionId]
  )
}

/** Nobody looks at low stock any more: what was read and told is forgotten, and the counter keeps what it has. */
export async function forgetLowStock(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE connection_id = ? AND (low_stock_level IS NOT NULL OR low_stock_told IS NOT NULL)
       ORDER BY id FOR UPDATE)
     UPDATE pos_variant_link AS link SET low_stock_level = NULL, low_stock_told = NULL, updated_at = now()
     FROM locked WHERE link.id = locked.id RETURNING link.id`,
    [connectionId]
  )
}

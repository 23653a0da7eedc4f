import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const dueSchema = z.object({
  id: z.string(),
  variant_id: z.string(),
  product_uuid: z.string(),
  variant_uuid: z.string(),
  /** decimal text; null: the shop no longer says */
  level: z.string().nullable(),
})

export type DueLowStock = z.infer<typeof dueSchema>

/** Medusa keeps no such level: it is metadata, as a product's own safety buffer is. What is no decimal is none. */
const levelOf = (record: string) =>
  `CASE WHEN ${record}.metadata ->> 'low_stock' ~ '^[0-9]+([.][0-9]+){0,1}$' THEN (${record}.metadata ->> 'low_stock')::numeric END`

/**
 * Of linked variants those of which the counter has to be told from which level on they are low: the shop says another one
 * than the counter keeps, or no longer one that it told. A variant's own goes before its inventory item's (where it is
 * one piece of one item), and that before its product's. Each is looked up by itself (OFFSET 0), whatever PostgreSQL
 * expects of the tables.
 * Why SQL: a round asks for all variants of a shop, and the levels stand in two modules.
 */
export async function findDueLowStock(sql: Sql, linkIds: string[]): Promise<DueLowStock[]> {
  return sql(
    dueSchema,
    `SELECT id, variant_id, product_uuid, variant_uuid, trim_scale(level)::text AS level FROM (
       SELECT link.*, coalesce(${levelOf("variant")}, ${levelOf("item")}, ${levelOf("product")}) AS level
       FROM unnest(?::text[]) AS named(id)
       CROSS JOIN LATERAL (
         SELECT one.id, one.variant_id, one.product_uuid, one.variant_uuid, one.low_stock_level, one.low_stock_told
         FROM pos_variant_link AS one WHERE one.id = named.id AND one.tracked AND one.deleted_at IS NULL OFFSET 0) AS link
       CROSS JOIN LATERAL (
         SELECT one.metadata, one.product_id FROM product_variant AS one
         WHERE one.id = link.variant_id AND one.deleted_at IS NULL OFFSET 0) AS variant
       CROSS JOIN LATERAL (SELECT one.metadata FROM product AS one WHERE one.id = variant.product_id OFFSET 0) AS product
       LEFT JOIN LATERAL (
         SELECT min(one.inventory_item_id) AS id FROM product_variant_inventory_item AS one
         WHERE one.variant_id = link.variant_id AND one.deleted_at IS NULL
         HAVING count(*) = 1 AND min(one.required_quantity) = 1 OFFSET 0) AS single ON true
       LEFT JOIN LATERAL (
         SELECT one.metadata FROM inventory_item AS one WHERE one.id = single.id AND one.deleted_at IS NULL OFFSET 0) AS item
         ON true
     ) AS said
     WHERE level IS DISTINCT FROM low_stock_level::numeric AND level IS NOT NULL
       OR level IS NULL AND low_stock_told IS NOT NULL`,
    [linkIds]
  )
}

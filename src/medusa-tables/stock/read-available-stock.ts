import { z } from "@medusajs/framework/zod"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import type { Sql } from "../../modules/pos/database/sql"
import { livingLocations, mainLocationLives, type StockPlace } from "./living-locations"

const availableSchema = z.object({ variant_id: z.string(), available: z.string() })

/**
 * What the counter may sell of variants: stocked less reserved at the connection's locations, for a kit what its
 * scarcest part allows, less the safety buffer (a product's metadata `pos_stock_buffer`, or the connection's), which
 * alone takes no level below nothing. Variants whose stock the shop does not manage, or has no level of, are absent: a
 * zero that nobody has counted is never told. A deleted location counts for nothing; while it is the connection's own, all
 * variants are absent. Decimal text.
 * Each is looked up by itself (OFFSET 0), whatever PostgreSQL expects of the tables.
 * Why SQL: a push reads thousands of levels of two modules, and core has no set-based reader for kits.
 */
export async function readAvailableStock(
  sql: Sql,
  connection: StockPlace,
  variantIds: string[]
): Promise<Map<string, string>> {
  const { stock_buffer } = mirrorSettingsOf(connection)
  const locations = livingLocations(connection)
  const lives = mainLocationLives(connection)
  const rows = await sql(
    availableSchema,
    `SELECT variant_id, trim_scale(greatest(available - buffer, least(available, 0)))::text AS available
     FROM (
       SELECT variant.id AS variant_id,
              min(CASE WHEN item.required_quantity = 1 THEN level.available
                       ELSE floor(level.available / item.required_quantity) END) AS available,
              CASE WHEN max(product.metadata->>'pos_stock_buffer') ~ '^[0-9]+([.][0-9]+){0,1}$'
                   THEN max(product.metadata->>'pos_stock_buffer')::numeric ELSE ?::numeric END AS buffer
       FROM product_variant AS variant
       CROSS JOIN LATERAL (SELECT metadata FROM product AS one WHERE one.id = variant.product_id OFFSET 0) AS product
       CROSS JOIN LATERAL (
         SELECT inventory_item_id, required_quantity FROM product_variant_inventory_item AS one
         WHERE one.variant_id = variant.id AND one.deleted_at IS NULL OFFSET 0) AS item
       LEFT JOIN LATERAL (
         SELECT sum(stocked_quantity - reserved_quantity) AS available FROM (
           SELECT * FROM inventory_level AS one
           WHERE one.inventory_item_id = item.inventory_item_id AND one.deleted_at IS NULL OFFSET 0) AS level
         WHERE location_id = ANY(${locations.text})) AS level ON true
       WHERE variant.id = ANY(?) AND variant.manage_inventory AND variant.deleted_at IS NULL AND ${lives.text}
       GROUP BY variant.id
       HAVING bool_and(level.available IS NOT NULL)) AS counted`,
    [stock_buffer, ...locations.bindings, variantIds, ...lives.bindings]
  )
  return new Map(rows.map((row) => [row.variant_id, row.available]))
}

import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { livingLocations, mainLocationLives, type StockPlace } from "./living-locations"
import { ITEMS_OF_VARIANT } from "./variant-items"

const levelSchema = z.object({ level_id: z.string(), inventory_item_id: z.string(), location_id: z.string() })

export type MovedLevel = z.infer<typeof levelSchema>

/**
 * Adds movements to the store's levels at the connection's stock location, of a kit to those of all its parts. A level that
 * is missing there is created where the store counts the item at another of the connection's locations, or where stock
 * is brought in on purpose (`corrected`): a sale never makes an uncounted item a counted one. Variants whose stock the store
 * does not manage have none, and nothing moves at a location that has been deleted. Each is looked up by itself (OFFSET
 * 0), whatever PostgreSQL expects of the tables.
 */
export async function addToLevels(
  sql: Sql,
  connection: { id: string } & StockPlace,
  movements: CounterMovement[]
): Promise<MovedLevel[]> {
  const locations = livingLocations(connection)
  const lives = mainLocationLives(connection)
  const changes = movements.map(({ variantUuid, shopChange, kind }) => ({
    variant_uuid: variantUuid,
    change: shopChange,
    creates: kind === "corrected",
  }))
  return sql(
    levelSchema,
    `INSERT INTO inventory_level AS level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity)
     SELECT 'ilev_' || replace(gen_random_uuid()::text, '-', ''), moved.inventory_item_id, ?, moved.change,
       jsonb_build_object('value', moved.change::text, 'precision', 20),
       '{"value":"0","precision":20}'::jsonb, '{"value":"0","precision":20}'::jsonb
     FROM (SELECT item.inventory_item_id, sum(row.change::numeric * item.required_quantity) AS change
           FROM json_to_recordset(?::json) AS row(variant_uuid text, change text, creates boolean)
           CROSS JOIN LATERAL (
             SELECT one.variant_id FROM pos_variant_link AS one
             WHERE (one.connection_id = ?) IS TRUE AND one.variant_uuid = row.variant_uuid AND one.deleted_at IS NULL OFFSET 0) AS link
           CROSS JOIN LATERAL (
             SELECT one.id, one.deleted_at FROM product_variant AS one
             WHERE one.id = link.variant_id AND one.manage_inventory OFFSET 0) AS variant
           CROSS JOIN LATERAL (
             SELECT one.inventory_item_id, one.required_quantity FROM product_variant_inventory_item AS one
             WHERE ${ITEMS_OF_VARIANT} OFFSET 0) AS item
           WHERE ${lives.text} AND (row.creates OR EXISTS (
             SELECT 1 FROM inventory_level AS one
             WHERE one.inventory_item_id = item.inventory_item_id AND one.location_id = ANY(${locations.text}) AND one.deleted_at IS NULL OFFSET 0))
           GROUP BY item.inventory_item_id HAVING sum(row.change::numeric * item.required_quantity) <> 0
           ORDER BY item.inventory_item_id) AS moved
     ON CONFLICT (inventory_item_id, location_id) WHERE deleted_at IS NULL
     DO UPDATE SET stocked_quantity = level.stocked_quantity + excluded.stocked_quantity,
       raw_stocked_quantity = jsonb_build_object(
         'value', (level.stocked_quantity + excluded.stocked_quantity)::text, 'precision', 20),
       updated_at = now()
     RETURNING id AS level_id, inventory_item_id, location_id`,
    [connection.stock_location_id, jsonText(changes), connection.id, ...lives.bindings, ...locations.bindings]
  )
}

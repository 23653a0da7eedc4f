import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { livingLocations, type StockPlace } from "./living-locations"

const partSchema = z.object({
  variant_id: z.string(),
  inventory_item_id: z.string(),
  required_quantity: z.string(),
  available: z.string().nullable(),
  at_main: z.string().nullable(),
})

/**
 * An inventory item of a variant: `available` is stocked less reserved at all of the connection's locations, before the
 * buffer, `at_main` the same at its own location alone. Decimal text; null: the store has no level.
 */
export type StockPart = z.infer<typeof partSchema>

/** Reads what the levels of variants are made of. Variants that the store does not count have no parts. */
export async function readStockParts(sql: Sql, connection: StockPlace, variantIds: string[]): Promise<StockPart[]> {
  const locations = livingLocations(connection)
  return sql(
    partSchema,
    `SELECT variant.id AS variant_id, item.inventory_item_id, item.required_quantity::text AS required_quantity,
       trim_scale(level.available)::text AS available, trim_scale(level.at_main)::text AS at_main
     FROM product_variant AS variant
     CROSS JOIN LATERAL (
       SELECT inventory_item_id, required_quantity FROM product_variant_inventory_item AS one
       WHERE one.variant_id = variant.id AND one.deleted_at IS NULL OFFSET 0) AS item
     LEFT JOIN LATERAL (
       SELECT sum(stocked_quantity - reserved_quantity) AS available,
         sum(stocked_quantity - reserved_quantity) FILTER (WHERE location_id = ?) AS at_main
       FROM (
         SELECT * FROM inventory_level AS one
         WHERE one.inventory_item_id = item.inventory_item_id AND one.deleted_at IS NULL OFFSET 0) AS level
       WHERE location_id = ANY(${locations.text})) AS level ON true
     WHERE variant.id = ANY(?) AND variant.manage_inventory AND variant.deleted_at IS NULL`,
    [connection.stock_location_id, ...locations.bindings, variantIds]
  )
}

const sharedSchema = z.object({ inventory_item_id: z.string(), variant_link_id: z.string(), pos_balance: z.string() })

/** The POS's level, as the ledger has it, of tracked variants that are one piece of an inventory item. */
export async function findLedgersOfItems(
  sql: Sql,
  connectionId: string,
  inventoryItemIds: string[]
): Promise<z.infer<typeof sharedSchema>[]> {
  return sql(
    sharedSchema,
    `SELECT item.inventory_item_id, link.id AS variant_link_id, coalesce(link.pos_balance, '0') AS pos_balance
     FROM product_variant_inventory_item AS item
     JOIN pos_variant_link AS link ON link.variant_id = item.variant_id AND (link.connection_id = ?) IS TRUE
       AND link.tracked AND link.deleted_at IS NULL
     WHERE item.inventory_item_id = ANY(?) AND item.required_quantity = 1 AND item.deleted_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM product_variant_inventory_item AS other
         WHERE other.variant_id = item.variant_id AND other.id <> item.id AND other.deleted_at IS NULL)`,
    [connectionId, inventoryItemIds]
  )
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { ITEMS_OF_VARIANT } from "./variant-items"

/** The inventory items behind linked variants, sorted, so that two pumps lock them in the same order. */
export async function findInventoryItems(sql: Sql, connectionId: string, variantUuids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ inventory_item_id: z.string() }),
    `SELECT DISTINCT item.inventory_item_id
     FROM product_variant AS variant CROSS JOIN LATERAL (
       SELECT one.inventory_item_id FROM product_variant_inventory_item AS one
       WHERE ${ITEMS_OF_VARIANT} OFFSET 0) AS item
     WHERE variant.id = ANY(ARRAY(
       SELECT variant_id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL))
     ORDER BY item.inventory_item_id`,
    [connectionId, variantUuids]
  )
  return rows.map((row) => row.inventory_item_id)
}

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

/** The inventory items behind linked variants, sorted, so that two pumps lock them in the same order. */
export async function findInventoryItems(sql: Sql, connectionId: string, variantUuids: string[]): Promise<string[]> {
  const rows = await sql(
    z.object({ inventory_item_id: z.string() }),
    `SELECT DISTINCT item.inventory_item_id
     FROM pos_variant_link AS link
     JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id AND item.deleted_at IS NULL
     WHERE link.connection_id = ? AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL
     ORDER BY item.inventory_item_id`,
    [connectionId, variantUuids]
  )
  return rows.map((row) => row.inventory_item_id)
}

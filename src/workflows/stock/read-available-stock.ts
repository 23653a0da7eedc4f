import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/queries/sql"

const availableSchema = z.object({ variant_id: z.string(), available: z.string() })

/**
 * What can be sold of variants at a stock location: stocked less reserved, for a kit what its scarcest part allows.
 * Variants whose stock the shop does not manage are absent. Decimal text.
 * Why SQL: a push reads thousands of levels of two modules, and core has no set-based reader for kits.
 */
export async function readAvailableStock(
  knex: Knex,
  stockLocationId: string,
  variantIds: string[]
): Promise<Map<string, string>> {
  const rows = await sqlOn(knex)(
    availableSchema,
    `SELECT variant.id AS variant_id,
            trim_scale(min(
              CASE WHEN item.required_quantity = 1 THEN coalesce(level.stocked_quantity - level.reserved_quantity, 0)
                   ELSE floor(coalesce(level.stocked_quantity - level.reserved_quantity, 0) / item.required_quantity)
              END))::text AS available
     FROM product_variant AS variant
     JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id AND item.deleted_at IS NULL
     LEFT JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id
       AND level.location_id = ? AND level.deleted_at IS NULL
     WHERE variant.id = ANY(?) AND variant.manage_inventory AND variant.deleted_at IS NULL
     GROUP BY variant.id`,
    [stockLocationId, variantIds]
  )
  return new Map(rows.map((row) => [row.variant_id, row.available]))
}

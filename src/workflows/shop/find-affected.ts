import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sqlOn } from "../../modules/pos/queries/sql"

/**
 * Products behind the id of a product, a variant or a price, deleted ones included.
 * Why SQL: an event names one id of three modules, a burst names hundreds, and deleted rows must be found too.
 */
export async function findProductsOf(knex: Knex, id: string): Promise<string[]> {
  const rows = await sqlOn(knex)(
    z.object({ product_id: z.string() }),
    `SELECT id AS product_id FROM product WHERE id = ?
     UNION SELECT product_id FROM product_variant WHERE id = ?
     UNION SELECT variant.product_id
       FROM price
       JOIN product_variant_price_set AS link ON link.price_set_id = price.price_set_id
       JOIN product_variant AS variant ON variant.id = link.variant_id
       WHERE price.id = ?`,
    [id, id, id]
  )
  return rows.map((row) => row.product_id)
}

/** Variants behind the id of an inventory level or a reservation, deleted ones included. */
export async function findVariantsOfInventory(knex: Knex, id: string): Promise<string[]> {
  const rows = await sqlOn(knex)(
    z.object({ variant_id: z.string() }),
    `SELECT DISTINCT item.variant_id
     FROM product_variant_inventory_item AS item
     WHERE item.deleted_at IS NULL AND item.inventory_item_id IN (
       SELECT inventory_item_id FROM inventory_level WHERE id = ?
       UNION SELECT inventory_item_id FROM reservation_item WHERE id = ?)`,
    [id, id]
  )
  return rows.map((row) => row.variant_id)
}

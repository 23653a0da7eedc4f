import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Puts the same stock of every inventory item into one place that has none yet. */
export async function seedStock(knex: Knex, stockLocationId: string, stocked: number): Promise<void> {
  await insertStock(knex, stockLocationId, stocked)
  await knex.raw("ANALYZE inventory_level")
}

/** As {@link seedStock}, and PostgreSQL has not looked at it yet. */
export async function insertStock(knex: Knex, stockLocationId: string, stocked: number): Promise<void> {
  await knex.raw(
    `INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity)
     SELECT 'ilev_' || substr(item.id, 7), item.id, :location, :stocked,
       jsonb_build_object('value', :stocked::text, 'precision', 20),
       '{"value":"0","precision":20}', '{"value":"0","precision":20}' FROM inventory_item AS item
     WHERE NOT EXISTS (SELECT 1 FROM inventory_level AS level WHERE level.inventory_item_id = item.id)`,
    { location: stockLocationId, stocked }
  )
}

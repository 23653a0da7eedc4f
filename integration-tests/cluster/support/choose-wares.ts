import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { Ware } from "../../crash/register-day"

const rowsSchema = z.object({
  rows: z.array(
    z.object({
      product_uuid: z.string(),
      variant_uuid: z.string(),
      inventory_item_id: z.string(),
      stocked: z.string(),
    })
  ),
})

/** What is sold, and how much of it the store has. */
export type StockedWare = Ware & { inventoryItemId: string; stocked: string }

/** Some wares of the demo whose stock is counted, by the piece and by weight. */
export async function chooseWares(
  knex: Knex,
  connectionId: string,
  locationId: string
): Promise<[StockedWare, ...StockedWare[]]> {
  const wares = async (byWeight: boolean, count: number): Promise<StockedWare[]> => {
    const { rows } = rowsSchema.parse(
      await knex.raw(
        `SELECT link.product_uuid, link.variant_uuid, item.inventory_item_id,
           trim_scale(level.stocked_quantity)::text AS stocked
         FROM pos_variant_link AS link
         JOIN product_variant AS variant ON variant.id = link.variant_id
         JOIN product ON product.id = variant.product_id
         JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id AND item.deleted_at IS NULL
         JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.location_id = :locationId
         WHERE link.connection_id = :connectionId AND link.tracked
           AND coalesce(product.metadata->>'pos_unit_name', '') ${byWeight ? "<>" : "="} ''
         ORDER BY product.title, variant.sku LIMIT :count`,
        { connectionId, locationId, count }
      )
    )
    return rows.map((row) => ({
      productUuid: row.product_uuid,
      variantUuid: row.variant_uuid,
      inventoryItemId: row.inventory_item_id,
      stocked: row.stocked,
      portions: byWeight ? ["0.350", "1.125", "2"] : ["1", "2"],
    }))
  }
  const [first, ...others] = [...(await wares(false, 4)), ...(await wares(true, 2))]
  if (!first) {
    throw new Error("The POS counts no stock of the demo's wares")
  }
  return [first, ...others]
}

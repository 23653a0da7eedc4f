import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import type { Goods } from "../mirror/stage"

const goodsSchema = z.object({
  variantId: z.string(),
  itemId: z.string(),
  productUuid: z.string(),
  variantUuid: z.string(),
})

/** The register has this variant with its stock, and nothing of it is due. */
const IS_THERE =
  "link.tracked AND link.stock_revision <= link.stock_pushed_revision AND link.stock_claimed_until IS NULL"

/** Variants that the register has with their stock, the first by their ids. */
export async function goodsAtPos(knex: Knex, connectionId: string, limit: number): Promise<Goods[]> {
  return sqlOn(knex)(
    goodsSchema,
    `SELECT link.variant_id AS "variantId", item.inventory_item_id AS "itemId", link.product_uuid AS "productUuid",
            link.variant_uuid AS "variantUuid"
     FROM pos_variant_link AS link JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id
     WHERE link.connection_id = ? AND ${IS_THERE} ORDER BY link.variant_id LIMIT ?`,
    [connectionId, limit]
  )
}

/** How many variants the register has with their stock, those left out that are being sold. */
export async function countAtPos(knex: Knex, connectionId: string, sold: Goods[]): Promise<number> {
  const [row] = await sqlOn(knex)(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) FROM pos_variant_link AS link
     WHERE link.connection_id = ? AND link.variant_uuid <> ALL(?) AND ${IS_THERE}`,
    [connectionId, sold.map(({ variantUuid }) => variantUuid)]
  )
  return row?.count ?? 0
}

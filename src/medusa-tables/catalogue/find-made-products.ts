import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const madeSchema = z.object({ id: z.string(), is_whole: z.boolean() })

/** Products that are there, of those given. `is_whole` false: their creation broke off before their variants had prices. */
export async function findMadeProducts(sql: Sql, productIds: string[]): Promise<z.infer<typeof madeSchema>[]> {
  return sql(
    madeSchema,
    `SELECT product.id, EXISTS (SELECT 1 FROM product_variant AS variant
       JOIN product_variant_price_set AS priced ON priced.variant_id = variant.id AND priced.deleted_at IS NULL
       WHERE variant.product_id = product.id AND variant.deleted_at IS NULL) AS is_whole
     FROM product WHERE product.id = ANY(?) AND product.deleted_at IS NULL`,
    [productIds]
  )
}

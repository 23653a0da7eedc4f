import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const identitySchema = z.object({
  product_id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  variants: z.array(
    z.object({ id: z.string(), title: z.string().nullable(), sku: z.string().nullable(), codes: z.array(z.string()) })
  ),
})

export type ProductIdentity = z.infer<typeof identitySchema>

/**
 * What tells products apart. Why SQL: it reads whole catalogues, a page in one statement.
 */
export async function readIdentities(sql: Sql, productIds: string[]): Promise<ProductIdentity[]> {
  return sql(
    identitySchema,
    `SELECT product.id AS product_id, product.title, product.handle,
       coalesce((SELECT json_agg(json_build_object('id', variant.id, 'title', variant.title, 'sku', variant.sku,
           'codes', array_remove(ARRAY[nullif(variant.barcode, ''), nullif(variant.ean, ''), nullif(variant.upc, '')], NULL))
         ORDER BY coalesce(variant.variant_rank, 0), variant.id)
         FROM product_variant AS variant WHERE variant.product_id = product.id AND variant.deleted_at IS NULL), '[]')
         AS variants
     FROM product WHERE product.id = ANY(?) ORDER BY product.id`,
    [productIds]
  )
}

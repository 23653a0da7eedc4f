import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** What products may be recognised by; titles in lower case. */
export type ProductWords = { handles: string[]; titles: string[]; skus: string[]; barcodes: string[] }

/** Products of the shop that share a handle, code or name with one at the counter, and are not there yet. */
export async function findAlikeProducts(sql: Sql, connectionIds: string[], words: ProductWords): Promise<string[]> {
  const { handles, titles, skus, barcodes } = words
  const rows = await sql(
    idRowSchema,
    // Each code by its own index: one condition that any may meet would read the whole catalogue.
    `SELECT product.id FROM product
     WHERE product.deleted_at IS NULL AND product.id = ANY(ARRAY(
       SELECT id FROM product WHERE handle = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM product WHERE lower(title) = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE sku = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE barcode = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE ean = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE upc = ANY(?) AND deleted_at IS NULL))
       AND NOT EXISTS (SELECT 1 FROM pos_product_link AS link WHERE link.product_id = product.id
         AND link.connection_id = ANY(?) AND link.accepted_content IS NOT NULL AND link.deleted_at IS NULL OFFSET 0)
     LIMIT 1000`,
    [handles, titles, skus, barcodes, barcodes, barcodes, connectionIds]
  )
  return rows.map(({ id }) => id)
}

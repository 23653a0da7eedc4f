import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** What products may be recognised by; titles in lower case. */
export type ProductWords = { handles: string[]; titles: string[]; skus: string[]; barcodes: string[] }

/** Products of the shop that share a handle, code or name with one at the counter, and are not there yet. */
export async function findAlikeProducts(sql: Sql, connectionIds: string[], words: ProductWords): Promise<string[]> {
  const { handles, titles, skus, barcodes } = words
  const rows = await sql(
    idRowSchema,
    `SELECT DISTINCT product.id FROM product
     LEFT JOIN product_variant AS variant ON variant.product_id = product.id AND variant.deleted_at IS NULL
     WHERE product.deleted_at IS NULL
       AND (product.handle = ANY(?) OR lower(product.title) = ANY(?) OR variant.sku = ANY(?) OR variant.barcode = ANY(?)
         OR variant.ean = ANY(?) OR variant.upc = ANY(?))
       AND NOT EXISTS (SELECT 1 FROM pos_product_link AS link WHERE link.product_id = product.id
         AND link.connection_id = ANY(?) AND link.accepted_content IS NOT NULL AND link.deleted_at IS NULL)
     LIMIT 1000`,
    [handles, titles, skus, barcodes, barcodes, barcodes, connectionIds]
  )
  return rows.map(({ id }) => id)
}

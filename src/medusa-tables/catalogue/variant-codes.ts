import { z } from "@medusajs/framework/zod"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/** Variants of products that have no code at all. */
export async function findVariantsWithoutCode(sql: Sql, productIds: string[]): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM product_variant
     WHERE product_id = ANY(?) AND deleted_at IS NULL
       AND coalesce(barcode, '') = '' AND coalesce(ean, '') = '' AND coalesce(upc, '') = ''
     ORDER BY id`,
    [productIds]
  )
  return rows.map(({ id }) => id)
}

/** Codes among those given, and others of the same variants, that a variant of the shop has. */
export async function findTakenCodes(sql: Sql, codes: string[]): Promise<Set<string>> {
  const rows = await sql(
    z.object({ barcode: z.string().nullable() }),
    `SELECT unnest(ARRAY[barcode, ean, upc]) AS barcode FROM product_variant
     WHERE (barcode = ANY(?) OR ean = ANY(?) OR upc = ANY(?)) AND deleted_at IS NULL`,
    [codes, codes, codes]
  )
  return new Set(rows.flatMap((row) => row.barcode ?? []))
}

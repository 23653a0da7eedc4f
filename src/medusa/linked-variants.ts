import { z } from "zod"
import type { Sql } from "../modules/pos/database/sql"
import type { ReceiptLine } from "../features/purchases/receipt-line-mapping"

const linkedVariantSchema = z.object({
  variant_uuid: z.string().nullable(),
  variant_id: z.string(),
  product_id: z.string(),
  variant_title: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  product_title: z.string(),
  product_handle: z.string().nullable(),
  product_description: z.string().nullable(),
  thumbnail: z.string().nullable(),
  inventory_item_id: z.string().nullable(),
})

/** The store variant of a receipt line, with the values that an order line copies from it. */
export type LinkedVariant = z.infer<typeof linkedVariantSchema>

/**
 * Finds the store variants of receipt lines: by the UUID that they were linked with, then by SKU, then by barcode.
 * Why SQL: a batch of receipts names hundreds of variants of three modules, and one query finds all of them.
 */
export async function findLinkedVariants(
  sql: Sql,
  connectionId: string,
  lines: ReceiptLine[]
): Promise<(line: ReceiptLine) => LinkedVariant | null> {
  const withoutNulls = (values: (string | null)[]) => values.filter((value) => value !== null)
  const rows = await sql(
    linkedVariantSchema,
    // Three lookups, because one combined condition would make PostgreSQL read all variants and links. OFFSET 0 keeps
    // the lookups of the few on their indexes.
    `WITH named AS MATERIALIZED (
       SELECT variant_id AS id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM product_variant WHERE sku = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM product_variant WHERE barcode = ANY(?) AND deleted_at IS NULL)
     SELECT DISTINCT ON (variant.id) link.variant_uuid, variant.id AS variant_id, product.id AS product_id,
            variant.title AS variant_title, variant.sku, variant.barcode, product.title AS product_title,
            product.handle AS product_handle, product.description AS product_description, product.thumbnail, item.inventory_item_id
     FROM named
     CROSS JOIN LATERAL (
       SELECT * FROM product_variant WHERE id = named.id AND deleted_at IS NULL OFFSET 0) AS variant
     CROSS JOIN LATERAL (SELECT * FROM product WHERE id = variant.product_id OFFSET 0) AS product
     LEFT JOIN LATERAL (
       SELECT variant_uuid FROM pos_variant_link
       WHERE variant_id = variant.id AND (connection_id = ?) IS TRUE AND deleted_at IS NULL
       OFFSET 0) AS link ON true
     LEFT JOIN LATERAL (
       SELECT inventory_item_id FROM product_variant_inventory_item
       WHERE variant_id = variant.id AND deleted_at IS NULL OFFSET 0) AS item ON true
     ORDER BY variant.id`,
    [
      connectionId,
      withoutNulls(lines.map((line) => line.variantUuid)),
      withoutNulls(lines.map((line) => line.sku)),
      withoutNulls(lines.map((line) => line.barcode)),
      connectionId,
    ]
  )
  return toVariantFinder(rows)
}

/** Returns a function that finds the variant of a receipt line: by UUID, then by SKU, then by barcode. */
export function toVariantFinder(rows: LinkedVariant[]): (line: ReceiptLine) => LinkedVariant | null {
  const index = (key: (row: LinkedVariant) => string | null) => new Map(rows.map((row) => [key(row), row]))
  const [byUuid, bySku, byBarcode] = [
    index((row) => row.variant_uuid),
    index((row) => row.sku),
    index((row) => row.barcode),
  ]
  const find = (known: Map<string | null, LinkedVariant>, value: string | null) =>
    value === null ? null : (known.get(value) ?? null)
  return (line) =>
    line.kind === "product"
      ? (find(byUuid, line.variantUuid) ?? find(bySku, line.sku) ?? find(byBarcode, line.barcode))
      : null
}

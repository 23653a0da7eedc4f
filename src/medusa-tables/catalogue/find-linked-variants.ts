import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import type { ReceiptLine } from "../../translate/receipt-order"

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

/** The shop's variant behind a receipt line, with what an order line remembers of it. */
export type LinkedVariant = z.infer<typeof linkedVariantSchema>

/**
 * Finds the shop's variants for receipt lines: by the UUID they were linked under, then by SKU, then by barcode.
 * Why SQL: a batch of receipts names hundreds of variants of three modules, and one statement answers for all.
 */
export async function findLinkedVariants(
  sql: Sql,
  connectionId: string,
  lines: ReceiptLine[]
): Promise<(line: ReceiptLine) => LinkedVariant | null> {
  const listOf = (values: (string | null)[]) => values.filter((value) => value !== null)
  const rows = await sql(
    linkedVariantSchema,
    `SELECT DISTINCT ON (variant.id) link.variant_uuid, variant.id AS variant_id, product.id AS product_id,
            variant.title AS variant_title, variant.sku, variant.barcode, product.title AS product_title,
            product.handle AS product_handle, product.description AS product_description, product.thumbnail, item.inventory_item_id
     FROM product_variant AS variant
     JOIN product ON product.id = variant.product_id
     LEFT JOIN pos_variant_link AS link
       ON link.variant_id = variant.id AND link.connection_id = ? AND link.deleted_at IS NULL
     LEFT JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id AND item.deleted_at IS NULL
     WHERE variant.deleted_at IS NULL
       AND (link.variant_uuid = ANY(?) OR variant.sku = ANY(?) OR variant.barcode = ANY(?))
     ORDER BY variant.id`,
    [
      connectionId,
      listOf(lines.map((line) => line.variantUuid)),
      listOf(lines.map((line) => line.sku)),
      listOf(lines.map((line) => line.barcode)),
    ]
  )
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

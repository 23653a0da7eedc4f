import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ReceiptLine } from "../../features/purchases/receipt-line-mapping"
import { POS_MODULE } from "../../modules/pos"
import { type LinkedVariant, toVariantFinder } from "../linked-variants"

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const variantSchema = z.object({
  id: z.string(),
  title: text,
  sku: text,
  barcode: text,
  product: z.object({ id: z.string(), title: z.string(), handle: text, description: text, thumbnail: text }),
  inventory_items: z
    .array(z.object({ inventory_item_id: z.string() }).nullish())
    .nullish()
    .transform((items) => items?.find((item) => item)?.inventory_item_id ?? null),
})

const FIELDS = [
  "id",
  "title",
  "sku",
  "barcode",
  "product.id",
  "product.title",
  "product.handle",
  "product.description",
  "product.thumbnail",
  "inventory_items.inventory_item_id",
]

const listOf = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** As `findLinkedVariants`, without SQL on Medusa's tables: our links, and Medusa's query for the variants. */
export async function findVariantsByQuery(
  container: MedusaContainer,
  connectionId: string,
  lines: ReceiptLine[]
): Promise<(line: ReceiptLine) => LinkedVariant | null> {
  const uuids = listOf(lines.map(({ variantUuid }) => variantUuid))
  const pos = container.resolve(POS_MODULE)
  const named = await pos.listPosVariantLinks({ connection_id: connectionId, variant_uuid: uuids }, { take: null })
  const lookups = [
    { id: named.map(({ variant_id }) => variant_id) },
    { sku: listOf(lines.map(({ sku }) => sku)) },
    { barcode: listOf(lines.map(({ barcode }) => barcode)) },
  ].filter((lookup) => Object.values(lookup).flat().length > 0)
  if (lookups.length === 0) {
    return () => null
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "product_variant", fields: FIELDS, filters: { $or: lookups } })
  const variants = z.array(variantSchema).parse(data)
  const links = await pos.listPosVariantLinks(
    { connection_id: connectionId, variant_id: variants.map(({ id }) => id) },
    { take: null }
  )
  const uuidOf = new Map(links.map(({ variant_id, variant_uuid }) => [variant_id, variant_uuid]))
  return toVariantFinder(
    variants.map((variant) => ({
      variant_uuid: uuidOf.get(variant.id) ?? null,
      variant_id: variant.id,
      product_id: variant.product.id,
      variant_title: variant.title,
      sku: variant.sku,
      barcode: variant.barcode,
      product_title: variant.product.title,
      product_handle: variant.product.handle,
      product_description: variant.product.description,
      thumbnail: variant.product.thumbnail,
      inventory_item_id: variant.inventory_items,
    }))
  )
}

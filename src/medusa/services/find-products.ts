import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import type { PosCategory, ProductWords } from "../product-lookups"
import {
  type CatalogRows,
  CATEGORIES,
  categorySchema,
  IMAGES,
  PRICE_SET_LINKS,
  priceSetLinkSchema,
  PRODUCTS,
  productSchema,
  textSchema,
  VARIANTS,
  variantSchema,
} from "./catalog-records"
import { inParts, type Listing, listLinksBy, listRecords, listRecordsBy } from "./service-rows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ReceiptLine } from "../../features/purchases/receipt-line-mapping"
import { type LinkedVariant, toVariantFinder } from "../linked-variants"

const idSchema = z.object({ id: z.string() })

/** Which products are listed: after one of them by ID, among some of them (null: all), published ones or all. */
export type ProductPageQuery = { after: string; among: string[] | null; limit: number; published: boolean }

/** Lists products by ID. */
export async function listProductPage(
  container: MedusaContainer,
  { after, among, limit, published }: ProductPageQuery
): Promise<string[]> {
  if (among?.length === 0) {
    return []
  }
  const isNext = { id: { $gt: after } }
  const status = published ? { status: "published" } : {}
  const filters = { ...status, $and: among === null ? [isNext] : [isNext, { id: among }] }
  const options = { select: ["id"], order: { id: "ASC" as const }, take: limit }
  return (await listRecords(container, idSchema, PRODUCTS, filters, options)).map(({ id }) => id)
}

/** Fetches products by ID, without their relations. */
export async function fetchProductsById(
  container: MedusaContainer,
  productIds: string[],
  withDeleted = false
): Promise<CatalogRows> {
  return { product: await listRecordsBy(container, productSchema, PRODUCTS, "id", productIds, { withDeleted }) }
}

const listVariants = async (container: MedusaContainer, property: string, values: (string | null)[]) =>
  listRecordsBy(container, variantSchema, VARIANTS, property, values)

/** Fetches the rows that `readIdentities` needs; it also reads products that were deleted. */
export async function fetchIdentities(container: MedusaContainer, productIds: string[]): Promise<CatalogRows> {
  const { product } = await fetchProductsById(container, productIds, true)
  return { product: product ?? [], product_variant: await listVariants(container, "product_id", productIds) }
}

/** Fetches the rows that `findVariantsWithoutCode` needs. */
export async function fetchVariants(container: MedusaContainer, productIds: string[]): Promise<CatalogRows> {
  return { product_variant: await listVariants(container, "product_id", productIds) }
}

/** Fetches the rows that `findCreatedProducts` needs. */
export async function fetchCreated(container: MedusaContainer, productIds: string[]): Promise<CatalogRows> {
  const { product } = await fetchProductsById(container, productIds)
  const variants = await listVariants(container, "product_id", productIds)
  const variantIds = variants.map(({ id }) => id)
  return {
    product: product ?? [],
    product_variant: variants,
    product_variant_price_set: await listLinksBy(
      container,
      priceSetLinkSchema,
      PRICE_SET_LINKS,
      "variant_id",
      variantIds
    ),
  }
}

const CODES = ["barcode", "ean", "upc"]

async function listByCodes(container: MedusaContainer, codes: string[]) {
  const variants: z.infer<typeof variantSchema>[] = []
  for (const property of CODES) {
    variants.push(...(await listVariants(container, property, codes)))
  }
  return distinctById(variants)
}

/** Fetches the rows that `findTakenCodes` needs. */
export async function fetchTakenCodes(container: MedusaContainer, codes: string[]): Promise<CatalogRows> {
  return { product_variant: await listByCodes(container, codes) }
}

/** Lists the records whose text equals one of the texts, regardless of upper and lower case. */
async function listByText<Row>(
  container: MedusaContainer,
  row: z.ZodType<Row>,
  listing: Listing,
  property: string,
  texts: string[]
): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of inParts(texts)) {
    const isLike = part.map((text) => ({ [property]: { $ilike: text.replace(/[\\%_]/g, "\\$&") } }))
    rows.push(...(await listRecords(container, row, listing, { $or: isLike })))
  }
  return rows
}

/** Fetches the rows that `findAlikeProducts` needs. */
export async function fetchAlike(container: MedusaContainer, words: ProductWords): Promise<CatalogRows> {
  const variants = distinctById([
    ...(await listVariants(container, "sku", words.skus)),
    ...(await listByCodes(container, words.barcodes)),
  ])
  const productIds = variants.map(({ product_id }) => product_id)
  const products = distinctById([
    ...(await listRecordsBy(container, productSchema, PRODUCTS, "handle", words.handles)),
    ...(await listByText(container, productSchema, PRODUCTS, "title", words.titles)),
    ...(await listRecordsBy(container, productSchema, PRODUCTS, "id", productIds)),
  ])
  return { product: products, product_variant: variants }
}

/** Fetches the rows that `findPosCategories` needs: categories that are linked, and those of the same names. */
export async function fetchPosCategories(
  container: MedusaContainer,
  connectionId: string,
  wanted: PosCategory[]
): Promise<CatalogRows> {
  const links = await container
    .resolve(POS_MODULE)
    .listPosCategoryLinks(
      { connection_id: connectionId, category_uuid: wanted.map(({ uuid }) => uuid) },
      { take: null }
    )
  const linked = links.map(({ category_id }) => category_id)
  // In lower case, as the query compares them: a database may fold only the letters of ASCII.
  const names = wanted.map(({ name }) => name.toLowerCase())
  return {
    product_category: distinctById([
      ...(await listRecordsBy(container, categorySchema, CATEGORIES, "id", linked)),
      ...(await listByText(container, categorySchema, CATEGORIES, "name", names)),
    ]),
  }
}

const imageSchema = z.object({ id: z.string(), product_id: textSchema, url: z.string() })

/** Fetches the rows that `findProductsWithDueImages` needs. */
export async function fetchDueImages(
  container: MedusaContainer,
  connectionId: string,
  now: Date
): Promise<CatalogRows> {
  const due = await container
    .resolve(POS_MODULE)
    .listPosImages(
      { connection_id: connectionId, state: "invalid", next_attempt_at: { $lte: now } },
      { take: null, select: ["id", "url"] }
    )
  const urls = due.map(({ url }) => url)
  return {
    image: await listRecordsBy(container, imageSchema, IMAGES, "url", urls),
    product: await listRecordsBy(container, productSchema, PRODUCTS, "thumbnail", urls),
  }
}

const distinctById = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const linkedVariantSchema = z.object({
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

const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** As `findLinkedVariants`, without SQL on Medusa's tables: our links, and Medusa's query for the variants. */
export async function findVariantsByQuery(
  container: MedusaContainer,
  connectionId: string,
  lines: ReceiptLine[]
): Promise<(line: ReceiptLine) => LinkedVariant | null> {
  const uuids = distinct(lines.map(({ variantUuid }) => variantUuid))
  const pos = container.resolve(POS_MODULE)
  const namedLinks = await pos.listPosVariantLinks({ connection_id: connectionId, variant_uuid: uuids }, { take: null })
  const lookups = [
    { id: namedLinks.map(({ variant_id }) => variant_id) },
    { sku: distinct(lines.map(({ sku }) => sku)) },
    { barcode: distinct(lines.map(({ barcode }) => barcode)) },
  ].filter((lookup) => Object.values(lookup).flat().length > 0)
  if (lookups.length === 0) {
    return () => null
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "product_variant", fields: FIELDS, filters: { $or: lookups } })
  const variants = z.array(linkedVariantSchema).parse(data)
  const links = await pos.listPosVariantLinks(
    { connection_id: connectionId, variant_id: variants.map(({ id }) => id) },
    { take: null }
  )
  const uuidByVariant = new Map(links.map(({ variant_id, variant_uuid }) => [variant_id, variant_uuid]))
  return toVariantFinder(
    variants.map((variant) => ({
      variant_uuid: uuidByVariant.get(variant.id) ?? null,
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

import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import type { PosCategory, ProductWords } from "../product-lookups"
import type { CatalogRows } from "./catalog-rows"
import {
  CATEGORIES,
  categorySchema,
  IMAGES,
  PRICE_SET_LINKS,
  priceSetLinkSchema,
  PRODUCTS,
  productSchema,
  textSchema,
  variantSchema,
  VARIANTS,
} from "./catalog-records"
import { inParts, type Listing, listLinksBy, listRecords, listRecordsBy } from "./list-records"

const idSchema = z.object({ id: z.string() })

/** Lists published products by ID, after one of them, and among some of them (null: all). */
export async function listProductPage(
  container: MedusaContainer,
  { after, among, limit }: { after: string; among: string[] | null; limit: number }
): Promise<string[]> {
  if (among?.length === 0) {
    return []
  }
  const isNext = { id: { $gt: after } }
  const filters = { status: "published", $and: among === null ? [isNext] : [isNext, { id: among }] }
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
  const found: z.infer<typeof variantSchema>[] = []
  for (const property of CODES) {
    found.push(...(await listVariants(container, property, codes)))
  }
  return distinctById(found)
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
  const found: Row[] = []
  for (const part of inParts(texts)) {
    const isLike = part.map((text) => ({ [property]: { $ilike: text.replace(/[\\%_]/g, "\\$&") } }))
    found.push(...(await listRecords(container, row, listing, { $or: isLike })))
  }
  return found
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

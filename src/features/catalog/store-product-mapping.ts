import { z } from "zod"
import { PRODUCT_LIMITS } from "../../pos-api/contract"
import { fitText } from "./product-texts"

/**
 * Sources of a variant's price: the chosen price list, another one (a sale, or one of the region), a price of the
 * region, or the base price of the currency.
 */
export const PRICE_SOURCES = ["chosen-list", "other-list", "region", "currency"] as const

/** The source of a variant's price. */
const priceSourceSchema = z.object({
  kind: z.enum(PRICE_SOURCES),
  priceId: z.string(),
  /** null: it is in no price list */
  priceListId: z.string().nullable(),
})

/** A variant as the push reads it from the store. */
export const storeVariantSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  ean: z.string().nullable(),
  upc: z.string().nullable(),
  /** option title → chosen value */
  options: z.record(z.string(), z.string()),
  /** decimal text in major units of the connection's currency; null: no price */
  price: z.string().nullable(),
  /** null or absent: there is no price, or it overrides the store's */
  priceSource: priceSourceSchema.nullish(),
  /** true when `price` includes the tax; null: it is sent to the POS as it is */
  priceIncludesTax: z.boolean().nullable(),
  /** decimal text in major units of the connection's currency, without tax; null: unknown */
  costPrice: z.string().nullable(),
  /** URL of its own image; null: the product's image is shown */
  image: z.string().nullable(),
})

/** A product as the push reads it from the store, for one connection. */
export const storeProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  description: z.string().nullable(),
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** in the store's order */
  options: z.array(z.object({ title: z.string() })),
  /** in the store's order */
  variants: z.array(storeVariantSchema),
  /** percent as text, "25.5"; null: the store has no rate */
  taxRate: z.string().nullable(),
  unitName: z.string().nullable(),
  /** URLs of images, in order; each once */
  images: z.array(z.string()),
})

export type PriceSource = z.infer<typeof priceSourceSchema>
export type StoreVariant = z.infer<typeof storeVariantSchema>
export type StoreProduct = z.infer<typeof storeProductSchema>

/** Returns the URLs of all images of a product and its variants, each once. */
export function getImages({ images, variants }: StoreProduct): string[] {
  return [...new Set([...images, ...variants.flatMap(({ image }) => image ?? [])])]
}

/** The part that each variant is in: variant id → part, from 0. */
export type Placements = ReadonlyMap<string, number>

/**
 * Splits a product with more variants than the POS accepts into several, each named with its number: "Tröja (2/3)". A
 * product that fits is returned unchanged. A variant stays in its part as long as that part is needed, because its
 * stock at the POS is counted there; the others fill the first part that is not full.
 */
export function splitProduct(product: StoreProduct, placements: Placements = new Map()): StoreProduct[] {
  const count = Math.ceil(product.variants.length / PRODUCT_LIMITS.variants)
  if (count <= 1) {
    return [product]
  }
  const partById = placeVariants(product.variants, count, placements)
  return partNames(product, product.variants.length).map((names, part) => ({
    ...product,
    ...names,
    variants: product.variants.filter(({ id }) => partById.get(id) === part),
  }))
}

/**
 * Returns the titles and handles of the parts of a product with the given number of variants; its own if it is not
 * split.
 */
export function partNames(
  { title, handle }: Pick<StoreProduct, "title" | "handle">,
  variants: number
): { title: string; handle: string | null }[] {
  const count = Math.ceil(variants / PRODUCT_LIMITS.variants)
  return count <= 1
    ? [{ title, handle }]
    : Array.from({ length: count }, (_, part) => ({
        title: withSuffix(title, ` (${part + 1}/${count})`),
        handle: part === 0 || handle === null ? handle : `${handle}-${part + 1}`,
      }))
}

function placeVariants(variants: StoreVariant[], count: number, placements: Placements): Map<string, number> {
  const partById = new Map<string, number>()
  const sizes = Array.from({ length: count }, () => 0)
  const place = (id: string, part: number) => {
    partById.set(id, part)
    sizes[part] = (sizes[part] ?? 0) + 1
  }
  const hasRoom = (size: number | undefined) => size !== undefined && size < PRODUCT_LIMITS.variants
  for (const { id } of variants) {
    const part = placements.get(id)
    if (part !== undefined && hasRoom(sizes[part])) {
      place(id, part)
    }
  }
  for (const { id } of variants.filter((variant) => !partById.has(variant.id))) {
    place(id, sizes.findIndex(hasRoom))
  }
  return partById
}

const PART_SUFFIX = / \(\d+\/\d+\)$/

/**
 * Returns the first part of a split product at the POS under the name of the whole product; a product that is not split
 * is returned unchanged.
 */
export function asWhole<Product extends { name?: string | null | undefined }>(
  product: Product,
  store: StoreProduct
): Product {
  const [first, ...others] = splitProduct(store)
  if (others.length === 0) {
    return product
  }
  return { ...product, name: product.name === first?.title ? store.title : product.name?.replace(PART_SUFFIX, "") }
}

/** Adds a suffix without making a title too long that fits without it. A title that is already too long stays so. */
function withSuffix(title: string, suffix: string): string {
  const limit = PRODUCT_LIMITS.nameLength
  return title.length > limit ? title + suffix : fitText(title, limit - suffix.length) + suffix
}

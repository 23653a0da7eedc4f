import { PRODUCT_LIMITS } from "../pos-api/contract"
import { fitText } from "./fit-text"
import type { ShopProduct, ShopVariant } from "./shop-product"

/** In which part variants are: variant id → part, from 0. */
export type Placements = ReadonlyMap<string, number>

/**
 * Splits a product with more variants than the POS takes into several, each named with its place: "Tröja (2/3)". One that
 * fits stays as it is. A variant stays in its part as long as that is needed, because its stock at the POS is counted
 * there; others fill the first part that has room.
 */
export function splitProduct(product: ShopProduct, placements: Placements = new Map()): ShopProduct[] {
  const count = Math.ceil(product.variants.length / PRODUCT_LIMITS.variants)
  if (count <= 1) {
    return [product]
  }
  const partOf = placeVariants(product.variants, count, placements)
  return partNames(product, product.variants.length).map((names, part) => ({
    ...product,
    ...names,
    variants: product.variants.filter(({ id }) => partOf.get(id) === part),
  }))
}

/** Titles and handles of the parts of a product with so many variants; of one that fits its own. */
export function partNames(
  { title, handle }: Pick<ShopProduct, "title" | "handle">,
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

function placeVariants(variants: ShopVariant[], count: number, placements: Placements): Map<string, number> {
  const partOf = new Map<string, number>()
  const sizes = Array.from({ length: count }, () => 0)
  const place = (id: string, part: number) => {
    partOf.set(id, part)
    sizes[part] = (sizes[part] ?? 0) + 1
  }
  const hasRoom = (size: number | undefined) => size !== undefined && size < PRODUCT_LIMITS.variants
  for (const { id } of variants) {
    const part = placements.get(id)
    if (part !== undefined && hasRoom(sizes[part])) {
      place(id, part)
    }
  }
  for (const { id } of variants.filter((variant) => !partOf.has(variant.id))) {
    place(id, sizes.findIndex(hasRoom))
  }
  return partOf
}

const PART_SUFFIX = / \(\d+\/\d+\)$/

/** The first part of a split product at the POS, under the name of the whole; a product that is not split as it is. */
export function asWhole<Product extends { name?: string | null | undefined }>(
  product: Product,
  shop: ShopProduct
): Product {
  const [first, ...others] = splitProduct(shop)
  if (others.length === 0) {
    return product
  }
  return { ...product, name: product.name === first?.title ? shop.title : product.name?.replace(PART_SUFFIX, "") }
}

/** The suffix does not make a title too long that fits without it. A title that is too long by itself stays so. */
function withSuffix(title: string, suffix: string): string {
  const limit = PRODUCT_LIMITS.nameLength
  return title.length > limit ? title + suffix : fitText(title, limit - suffix.length) + suffix
}

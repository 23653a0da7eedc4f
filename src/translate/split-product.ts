import { PRODUCT_LIMITS } from "../pos-api/contract"
import type { ShopProduct } from "./shop-product"

/**
 * Spreads a product with more variants than the service takes over several, each named with its place: "Tröja (2/3)".
 * One that fits stays as it is.
 */
export function splitProduct(product: ShopProduct): ShopProduct[] {
  const count = Math.ceil(product.variants.length / PRODUCT_LIMITS.variants)
  if (count <= 1) {
    return [product]
  }
  return Array.from({ length: count }, (_, part) => ({
    ...product,
    title: `${product.title} (${part + 1}/${count})`,
    handle: part === 0 || product.handle === null ? product.handle : `${product.handle}-${part + 1}`,
    variants: product.variants.slice(part * PRODUCT_LIMITS.variants, (part + 1) * PRODUCT_LIMITS.variants),
  }))
}

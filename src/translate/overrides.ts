import { z } from "zod"
import { isDecimal } from "./decimal"
import type { ShopProduct } from "./shop-product"

const amountSchema = z
  .string()
  .refine((text) => isDecimal(text) && !text.startsWith("-"), "must be a decimal from 0 up")

/** What the till shows of one product instead of the shop's own. Amounts are decimal text in major units. */
export const overridesSchema = z.object({
  name: z.string().trim().min(1).max(256).optional(),
  category: z.string().trim().min(1).max(256).optional(),
  /** of every variant that has none of its own below, as the till shows it: no tax is added or taken */
  price: amountSchema.optional(),
  /** by variant id */
  variants: z
    .record(
      z.string(),
      z.object({ price: amountSchema.optional(), barcode: z.string().trim().min(1).max(128).optional() })
    )
    .optional(),
})

export type Overrides = z.infer<typeof overridesSchema>

/** The product as the till shall show it. */
export function applyOverrides(product: ShopProduct, overrides: Overrides | null): ShopProduct {
  if (!overrides) {
    return product
  }
  return {
    ...product,
    title: overrides.name ?? product.title,
    // A category of the merchant's own words: products that name the same share it.
    category: overrides.category ? { id: `name:${overrides.category}`, name: overrides.category } : product.category,
    variants: product.variants.map((variant) => {
      const own = overrides.variants?.[variant.id]
      const price = own?.price ?? overrides.price
      return {
        ...variant,
        barcode: own?.barcode ?? variant.barcode,
        ...(price === undefined ? {} : { price, priceIncludesTax: null }),
      }
    }),
  }
}

import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { PRODUCT_LIMITS } from "../../pos-api/contract"
import type { Violation } from "./product-validation"
import type { StoreProduct } from "./store-product-mapping"

/** Maximum amount in major units that is exact in minor units of any currency. */
const MAX_AMOUNT = new BigNumber(Number.MAX_SAFE_INTEGER).shiftedBy(-4).integerValue(BigNumber.ROUND_DOWN)

const amountSchema = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a decimal from 0 up, as 129.90")
  .refine((text) => new BigNumber(text).lte(MAX_AMOUNT), `must be at most ${MAX_AMOUNT.toFixed()}`)

/**
 * Schema of a text that the POS accepts. Its length is counted in UTF-16 units, as the POS does, after trimming.
 * PostgreSQL can store neither U+0000 nor half a surrogate pair.
 */
const textSchema = (limit: number) =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters")
    .superRefine((text, context) => {
      if (text.length > limit) {
        context.addIssue(`has ${text.length} characters, at most ${limit} are taken`)
      }
    })

/** What the POS shows for one product instead of the store's own values. Amounts are decimal text in major units. */
export const overridesSchema = z.object({
  name: textSchema(PRODUCT_LIMITS.nameLength).optional(),
  category: textSchema(PRODUCT_LIMITS.categoryNameLength).optional(),
  /** for every variant without a price of its own below, as the POS shows it: no tax is added or removed */
  price: amountSchema.optional(),
  /** by variant id */
  variants: z
    .record(
      z.string(),
      z.object({
        price: amountSchema.optional(),
        barcode: textSchema(PRODUCT_LIMITS.barcodeLength).optional(),
      })
    )
    .optional(),
})

export type Overrides = z.infer<typeof overridesSchema>

const storedTextSchema = z.string().optional()

/** Overrides as stored, possibly under other limits; the mapping reports what cannot be sent. */
const storedOverridesSchema = z.object({
  name: storedTextSchema,
  category: storedTextSchema,
  price: storedTextSchema,
  variants: z.record(z.string(), z.object({ price: storedTextSchema, barcode: storedTextSchema })).optional(),
})

/** Reads the stored overrides of a link; null: none. An unknown format is a violation. */
export function readStoredOverrides(stored: unknown): { overrides: Overrides | null; violations: Violation[] } {
  const read = storedOverridesSchema.nullable().safeParse(stored ?? null)
  return read.success
    ? { overrides: read.data, violations: [] }
    : {
        overrides: null,
        violations: [{ field: "overrides", message: "Product: what is shown instead is stored in an unknown form" }],
      }
}

/** Returns the product as the POS is to show it. */
export function applyOverrides(product: StoreProduct, overrides: Overrides | null): StoreProduct {
  if (!overrides) {
    return product
  }
  return {
    ...product,
    title: overrides.name ?? product.title,
    // Categories by override are identified by name: products with the same name share one.
    category: overrides.category ? { id: `name:${overrides.category}`, name: overrides.category } : product.category,
    variants: product.variants.map((variant) => {
      const variantOverrides = overrides.variants?.[variant.id]
      const price = variantOverrides?.price ?? overrides.price
      const shownVariant = { ...variant, barcode: variantOverrides?.barcode ?? variant.barcode }
      return price === undefined ? shownVariant : { ...shownVariant, price, priceIncludesTax: null, priceSource: null }
    }),
  }
}

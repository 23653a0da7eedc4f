import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { PRODUCT_LIMITS } from "../pos-api/contract"
import type { ShopProduct } from "./shop-product"
import type { Violation } from "./violation"

/** Whatever a currency's digits, so much is exact in its minor units. */
const MAX_AMOUNT = new BigNumber(Number.MAX_SAFE_INTEGER).shiftedBy(-4).integerValue(BigNumber.ROUND_DOWN)

const amountSchema = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a decimal from 0 up, as 129.90")
  .refine((text) => new BigNumber(text).lte(MAX_AMOUNT), `must be at most ${MAX_AMOUNT.toFixed()}`)

/**
 * A text that the POS takes: its length is counted in UTF-16 units, as the POS does, after trimming. PostgreSQL holds
 * neither U+0000 nor half a character.
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

/** What the till shows of one product instead of the shop's own. Amounts are decimal text in major units. */
export const overridesSchema = z.object({
  name: textSchema(PRODUCT_LIMITS.nameLength).optional(),
  category: textSchema(PRODUCT_LIMITS.categoryNameLength).optional(),
  /** of every variant that has none of its own below, as the till shows it: no tax is added or taken */
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

/** Overrides as they were saved, perhaps under other limits: the mapping says what of them cannot be sent. */
const storedOverridesSchema = z.object({
  name: storedTextSchema,
  category: storedTextSchema,
  price: storedTextSchema,
  variants: z.record(z.string(), z.object({ price: storedTextSchema, barcode: storedTextSchema })).optional(),
})

/** Reads what a link keeps of overrides; null: none. Where it has no form that is known, that is a violation. */
export function readStoredOverrides(stored: unknown): { overrides: Overrides | null; violations: Violation[] } {
  const read = storedOverridesSchema.nullable().safeParse(stored ?? null)
  return read.success
    ? { overrides: read.data, violations: [] }
    : {
        overrides: null,
        violations: [{ field: "overrides", message: "Product: what is shown instead is stored in an unknown form" }],
      }
}

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
        ...(price === undefined ? {} : { price, priceIncludesTax: null, priceSource: null }),
      }
    }),
  }
}

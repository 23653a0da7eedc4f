import { z } from "zod"

/**
 * Where a variant's price comes from: the price list that is chosen, another one (a sale, or one of the region), a price
 * of the region, or the base price of the currency.
 */
export const PRICE_SOURCES = ["chosen-list", "other-list", "region", "currency"] as const

/** Where the price of a variant comes from. */
const priceSourceSchema = z.object({
  kind: z.enum(PRICE_SOURCES),
  priceId: z.string(),
  /** null: it is in no price list */
  priceListId: z.string().nullable(),
})

/** A variant as the push reads it from the shop. */
export const shopVariantSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  ean: z.string().nullable(),
  upc: z.string().nullable(),
  /** option title → chosen value */
  options: z.record(z.string(), z.string()),
  /** decimal text in major units of the connection's currency; null: none there */
  price: z.string().nullable(),
  /** null or absent: there is no price, or it is shown instead of the store's */
  priceSource: priceSourceSchema.nullish(),
  /** true when `price` includes the tax; null: it stands as the till shall show it */
  priceIncludesTax: z.boolean().nullable(),
  /** decimal text in major units of the connection's currency, without tax; null: not known */
  costPrice: z.string().nullable(),
  /** address of its own picture; null: it is shown as the product is */
  image: z.string().nullable(),
})

/** A product as the push reads it from the shop, for one connection. */
export const shopProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  description: z.string().nullable(),
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** in the shop's order */
  options: z.array(z.object({ title: z.string() })),
  /** in the shop's order */
  variants: z.array(shopVariantSchema),
  /** percent as text, "25.5"; null: the shop knows no rate */
  taxRate: z.string().nullable(),
  unitName: z.string().nullable(),
  /** addresses of pictures, the first first; each once */
  images: z.array(z.string()),
})

export type PriceSource = z.infer<typeof priceSourceSchema>
export type ShopVariant = z.infer<typeof shopVariantSchema>
export type ShopProduct = z.infer<typeof shopProductSchema>

/** Addresses of all pictures of a product and its variants, each once. */
export function picturesOf({ images, variants }: ShopProduct): string[] {
  return [...new Set([...images, ...variants.flatMap(({ image }) => image ?? [])])]
}

import { z } from "zod"

/** Which of the shop's prices the till shows. */
export const priceChoiceSchema = z.object({
  /** a region's prices; null: the connection's own region */
  region_id: z.string().min(1).nullable().default(null),
  /** a price list whose prices win wherever it has one, active or not; null: none */
  price_list_id: z.string().min(1).nullable().default(null),
  /** false: price lists of the type "sale" are left out */
  sale_prices: z.boolean().default(true),
})

/** What becomes of a product where the chosen price list or region has no price for a variant. */
export const MISSING_PRICE = ["fall_back", "reject"] as const

export type PriceChoice = z.infer<typeof priceChoiceSchema>

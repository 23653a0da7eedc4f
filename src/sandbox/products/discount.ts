import { z } from "zod"
import { priceSchema, PRODUCT_LIMITS, uuidSchema } from "../../pos-api/contract"

const text = z.string().max(1_024).nullish()

/** A reduction to choose at the counter: of an amount in minor units, or of a percentage. */
export const discountSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().max(PRODUCT_LIMITS.nameLength).nullish(),
  description: text,
  amount: priceSchema.nullish(),
  percentage: z.coerce.number().min(0).max(100).nullish(),
  imageLookupKeys: z.array(z.string()).nullish(),
  externalReference: text,
})

/** What a library answers of a discount, null where unset. */
export const shownDiscountSchema = discountSchema.extend({
  etag: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
  updatedBy: uuidSchema,
})

export type Discount = z.output<typeof shownDiscountSchema>

export type DiscountContent = z.output<typeof discountSchema>

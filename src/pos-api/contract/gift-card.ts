import { z } from "zod"
import { amountSchema, uuidSchema } from "./common"

/**
 * A gift card (spec "Gift card"). Amounts in minor units of the organization's currency; `validTo` null means that it
 * never expires. The reference capitalizes two names; both spellings are read.
 */
export const giftCardSchema = z.preprocess(
  (value) => {
    if (typeof value !== "object" || value === null) {
      return value
    }
    const created = "Created" in value ? { created: value.Created } : {}
    const validTo = "ValidTo" in value ? { validTo: value.ValidTo } : {}
    return { ...created, ...validTo, ...value }
  },
  z.looseObject({
    uuid: uuidSchema,
    created: z.string(),
    validTo: z.string().nullish(),
    initialAmount: amountSchema,
    remainingAmount: amountSchema,
  })
)

/** A gift card. Amounts are in minor units of the organization's currency. */
export type GiftCard = z.infer<typeof giftCardSchema>

import { z } from "zod"
import { minorUnitsSchema, uuidSchema } from "../../pos-api/contract"
import { PAYMENT_METHODS } from "./payment-methods"

const positiveAmountSchema = minorUnitsSchema.min(1).max(1_000_000_000_000)

/** What is given back. Without `items` and `customAmount`: all that was not refunded before, with tip and charge. */
export const refundSchema = z.looseObject({
  purchaseUuid: uuidSchema,
  items: z
    .array(
      z.looseObject({
        /** the row's place on the receipt, from 0 */
        row: z.number().int().min(0),
        quantity: z
          .union([z.number(), z.string()])
          .transform(String)
          .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0, "must be a decimal above 0"),
      })
    )
    .min(1)
    .optional(),
  /** minor units that no row stands for */
  customAmount: positiveAmountSchema.optional(),
  /** absent: back to the payments the money came from */
  method: z.enum(PAYMENT_METHODS).optional(),
  /** whether the goods go back on the shelf */
  restock: z.boolean().default(true),
  cashier: z.string().max(256).default("Åsa Öberg"),
})

export type RefundInput = z.output<typeof refundSchema>

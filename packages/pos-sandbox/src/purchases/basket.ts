import { z } from "zod"
import { minorUnitsSchema, PURCHASE_SOURCES, uuidSchema } from "../../../../src/pos-api/contract"
import { PAYMENT_METHODS } from "./payment-methods"

const MAX_ROWS = 1_000

/** A quantity above 0 with at most six digits after the point, kept as the text it was typed. */
const quantitySchema = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0, "must be a decimal above 0")

const amountSchema = minorUnitsSchema.min(0).max(1_000_000_000_000)

const percentageSchema = z.number().min(0).max(100)

/** Minor units, or a percentage. */
const discountSchema = z
  .looseObject({
    name: z.string().max(256).optional(),
    amount: amountSchema.optional(),
    percentage: percentageSchema.optional(),
  })
  .refine(({ amount, percentage }) => (amount === undefined) !== (percentage === undefined), {
    message: "needs an amount or a percentage",
  })

const comment = z.string().max(1_000).optional()

/** What is sold; without a `type` it is a product. */
const saleItemSchema = z.preprocess(
  (item) => (typeof item === "object" && item !== null && !("type" in item) ? { type: "product", ...item } : item),
  z.discriminatedUnion("type", [
    z.looseObject({
      type: z.literal("product"),
      variantUuid: uuidSchema,
      quantity: quantitySchema.default("1"),
      discount: discountSchema.optional(),
      comment,
    }),
    z.looseObject({
      type: z.literal("custom-amount"),
      name: z.string().max(256).default(""),
      amount: amountSchema,
      quantity: quantitySchema.default("1"),
      vatPercentage: percentageSchema.optional(),
      discount: discountSchema.optional(),
      comment,
    }),
    z.looseObject({
      type: z.literal("gift-card"),
      amount: amountSchema.min(1),
      /** validity is one, two or three years; null: for ever (spec "Gift card") */
      validYears: z
        .union([z.literal(1), z.literal(2), z.literal(3)])
        .nullable()
        .default(1),
    }),
  ])
)

const paymentInputSchema = z.looseObject({
  method: z.enum(PAYMENT_METHODS).default("card"),
  /** minor units with the tip; absent: all that is left */
  amount: amountSchema.optional(),
  giftCardUuid: uuidSchema.optional(),
  /** cash only: what was handed over */
  handedAmount: amountSchema.optional(),
})

export const basketSchema = z.looseObject({
  items: z.array(saleItemSchema).min(1).max(MAX_ROWS),
  discounts: z.array(discountSchema).max(20).default([]),
  serviceCharge: z
    .looseObject({ title: z.string().max(256), amount: amountSchema, vatPercentage: percentageSchema.default(0) })
    .optional(),
  /** minor units */
  tip: amountSchema.default(0),
  payments: z
    .array(paymentInputSchema)
    .min(1)
    .max(20)
    .default([{ method: "card" }]),
  source: z.enum(PURCHASE_SOURCES).default("POS"),
  cashier: z.string().max(256).default("Åsa Öberg"),
})

export type Basket = z.output<typeof basketSchema>
export type SaleItem = Basket["items"][number]
export type Discount = z.output<typeof discountSchema>
export type PaymentInput = z.output<typeof paymentInputSchema>

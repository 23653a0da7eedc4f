import { z } from "zod"
import { receiptSchema } from "../../../contract/receipts"
import { customerSchema } from "./store"

export const receiptsAnswerSchema = z.looseObject({ receipts: z.array(receiptSchema), count: z.number() })

/** `GET /admin/pos/receipts/cashiers` */
export const cashiersAnswerSchema = z.looseObject({ cashiers: z.array(z.string()) })

export const sheetRowSchema = z.looseObject({
  type: z.string(),
  name: z.string().nullable(),
  variant_name: z.string().nullable(),
  quantity: z.string(),
  unit_name: z.string().nullable(),
  unit_price: z.number(),
  discount: z.number(),
  amount: z.number(),
  tax_percentage: z.number().nullable(),
  comment: z.string().nullable(),
  gift_card_uuid: z.string().nullable(),
})

export const sheetPaymentSchema = z.looseObject({
  uuid: z.string(),
  type: z.string(),
  amount: z.number(),
  tip: z.number().nullable(),
  card_type: z.string().nullable(),
  card_digits: z.string().nullable(),
  gift_card_uuid: z.string().nullable(),
})

export const sheetSchema = z.looseObject({
  taxation_mode: z.string().nullable(),
  rows: z.array(sheetRowSchema),
  discounts: z.array(
    z.looseObject({ name: z.string().nullable(), amount: z.number().nullable(), percentage: z.number().nullable() })
  ),
  service_charge: z.looseObject({ title: z.string().nullable(), amount: z.number() }).nullable(),
  tip: z.number(),
  payments: z.array(sheetPaymentSchema),
  tax_is_added: z.boolean(),
  tax_by_rate: z.array(z.looseObject({ percentage: z.string().nullable(), amount: z.number() })),
  tax_contradicted: z.boolean(),
  difference: z.number(),
  rounding: z.number(),
})

/** `GET /admin/pos/receipts/:id` */
export const receiptAnswerSchema = z.looseObject({
  receipt: receiptSchema.extend({
    sheet: sheetSchema.nullable(),
    customer: customerSchema.nullable(),
    related: z.array(
      z.looseObject({
        id: z.string(),
        purchase_number: z.number().nullable(),
        amount: z.number(),
        sold_at: z.string(),
        refund: z.boolean(),
      })
    ),
  }),
})

export type Receipt = z.infer<typeof receiptSchema>
export type FullReceipt = z.infer<typeof receiptAnswerSchema>["receipt"]
export type Sheet = z.infer<typeof sheetSchema>
export type SheetPayment = z.infer<typeof sheetPaymentSchema>

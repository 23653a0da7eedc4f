import { z } from "zod"
import { minorUnitsSchema } from "../../pos-api/contract"

const decimalSchema = z.union([z.number(), z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, "must be a decimal")])

const price = minorUnitsSchema
  .min(0)
  .describe("in minor units of the currency: 4990 is 49.90 SEK, 500 is 500 JPY")
  .optional()
const sku = z.string().max(64).optional()
const barcode = z.string().max(128).optional()
const stock = decimalSchema.describe("tracked, with so much in the store").optional()

const variantSchema = z.strictObject({ name: z.string().max(256).optional(), price, sku, barcode, stock })

/** A product as a person writes it down. What it leaves out is as in a library where nobody filled it in. */
export const goodsSchema = z.strictObject({
  name: z.string().min(1).max(256),
  price,
  sku,
  barcode,
  stock,
  description: z.string().max(1_024).optional(),
  category: z.string().min(1).max(100).optional(),
  unitName: z.string().max(32).describe("sold by this unit: kg, hour").optional(),
  vatPercentage: z.number().min(0).max(100).optional(),
  variants: z
    .array(variantSchema)
    .min(1)
    .max(99)
    .describe("instead of price, sku, barcode and stock of the product itself")
    .optional(),
})

export type Goods = z.output<typeof goodsSchema>

/** As it is written. */
export type GoodsInput = z.input<typeof goodsSchema>

import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import { PRICE_SOURCES } from "../../translate/shop-product"
import { type ProductsQuery, productsStatement } from "./products-statement"

const amountSchema = z.string().nullable()

/** A variant as the bulk reader's statement gives it. */
const variantRowSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  ean: z.string().nullable(),
  upc: z.string().nullable(),
  /** address of its own picture */
  image: z.string().nullable(),
  cost_price: amountSchema,
  options: z.record(z.string(), z.string()).nullable(),
  price: amountSchema,
  price_includes_tax: z.boolean().nullable(),
  price_source: z
    .object({ kind: z.enum(PRICE_SOURCES), price_id: z.string(), price_list_id: z.string().nullable() })
    .nullable(),
})

/** A product as the bulk reader's statement gives it. */
const productRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  description: z.string().nullable(),
  type_id: z.string().nullable(),
  thumbnail: z.string().nullable(),
  unit_name: z.string().nullable(),
  published: z.boolean(),
  selected: z.boolean(),
  categories: z.array(z.object({ id: z.string(), path: z.array(z.string()) })).nullable(),
  images: z.array(z.string()).nullable(),
  options: z.array(z.string()).nullable(),
  variants: z.array(variantRowSchema).nullable(),
  tax_rate: z.string().nullable(),
  /** of all of the above */
  source: z.string(),
})

export type ProductRow = z.infer<typeof productRowSchema>

/** Reads products with all that the till shows of them. */
export async function readProductRows(sql: Sql, query: ProductsQuery): Promise<ProductRow[]> {
  const { text, bindings } = productsStatement(query)
  return sql(productRowSchema, text, bindings)
}

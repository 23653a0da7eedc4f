import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ShopProduct } from "../../translate/shop-product"
import type { ConnectionRecord } from "../connection-record"
import { readTaxRates } from "./read-tax-rates"

const FIELDS = [
  "id",
  "title",
  "handle",
  "description",
  "type_id",
  "metadata",
  "categories.id",
  "categories.name",
  "options.title",
  "variants.id",
  "variants.title",
  "variants.sku",
  "variants.barcode",
  "variants.ean",
  "variants.upc",
  "variants.variant_rank",
  "variants.options.value",
  "variants.options.option.title",
  "variants.price_set.id",
]

const variantRowSchema = z.object({
  id: z.string(),
  title: z.string().nullish(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
  ean: z.string().nullish(),
  upc: z.string().nullish(),
  variant_rank: z.number().nullish(),
  options: z.array(z.object({ value: z.string(), option: z.object({ title: z.string() }).nullish() })).nullish(),
  price_set: z.object({ id: z.string() }).nullish(),
})

const productRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string().nullish(),
  description: z.string().nullish(),
  type_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  categories: z.array(z.object({ id: z.string(), name: z.string() })).nullish(),
  options: z.array(z.object({ title: z.string() })).nullish(),
  variants: z.array(variantRowSchema).nullish(),
})

type ProductRow = z.infer<typeof productRowSchema>

const calculatedPriceSchema = z.object({
  id: z.string(),
  calculated_amount: z.union([z.number(), z.string()]).nullable(),
  is_calculated_price_tax_inclusive: z.boolean().nullish(),
})

type CalculatedPrice = z.infer<typeof calculatedPriceSchema>

/** The metadata key that names the unit of goods sold by weight or length: "kg". */
const UNIT_NAME_KEY = "pos_unit_name"

/**
 * Reads published products with what the push sends of them: the price that the connection's region and currency
 * give today, and the tax rate of the organisation's country. Products that are gone or unpublished are absent.
 */
export async function readShopProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<Map<string, ShopProduct>> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: FIELDS,
    filters: { id: productIds, status: "published" },
  })
  const products = z.array(productRowSchema).parse(data)
  const prices = await readPrices(container, connection, products)
  const taxRates = await readTaxRates(container, connection, products)
  return new Map(
    products.map((product) => [product.id, toShopProduct(product, prices, taxRates.get(product.id) ?? null)])
  )
}

async function readPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  products: ProductRow[]
): Promise<Map<string, CalculatedPrice>> {
  const priceSetIds = products.flatMap(({ variants }) =>
    (variants ?? []).flatMap(({ price_set }) => price_set?.id ?? [])
  )
  if (priceSetIds.length === 0) {
    return new Map()
  }
  const calculated = await container
    .resolve(Modules.PRICING)
    .calculatePrices(
      { id: priceSetIds },
      { context: { currency_code: connection.currency_code, region_id: connection.region_id } }
    )
  return new Map(
    z
      .array(calculatedPriceSchema)
      .parse(calculated)
      .map((price) => [price.id, price])
  )
}

function toShopProduct(product: ProductRow, prices: Map<string, CalculatedPrice>, taxRate: string | null): ShopProduct {
  // Variants of one rank come in no order; by id they at least stay in theirs, and the content in its fingerprint.
  const variants = [...(product.variants ?? [])].sort(
    (one, other) => (one.variant_rank ?? 0) - (other.variant_rank ?? 0) || (one.id < other.id ? -1 : 1)
  )
  const priceOf = (variant: z.infer<typeof variantRowSchema>) => prices.get(variant.price_set?.id ?? "")
  const unitName = product.metadata?.[UNIT_NAME_KEY]
  const [category] = product.categories ?? []
  return {
    id: product.id,
    title: product.title,
    handle: product.handle ?? null,
    description: product.description ?? null,
    category: category ?? null,
    options: (product.options ?? []).map(({ title }) => ({ title })),
    variants: variants.map((variant) => {
      const amount = priceOf(variant)?.calculated_amount
      return {
        id: variant.id,
        title: variant.title ?? null,
        sku: variant.sku ?? null,
        barcode: variant.barcode ?? null,
        ean: variant.ean ?? null,
        upc: variant.upc ?? null,
        options: Object.fromEntries(
          (variant.options ?? []).flatMap(({ value, option }) => (option ? [[option.title, value]] : []))
        ),
        price: amount === null || amount === undefined ? null : String(amount),
      }
    }),
    taxRate,
    pricesIncludeTax: variants.some((variant) => priceOf(variant)?.is_calculated_price_tax_inclusive === true),
    unitName: typeof unitName === "string" && unitName !== "" ? unitName : null,
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { StoreProduct } from "../../../src/features/catalog/store-product-mapping"

const FIELDS = [
  "id",
  "title",
  "handle",
  "description",
  "type_id",
  "metadata",
  "thumbnail",
  "status",
  "categories.id",
  "categories.name",
  "categories.rank",
  "images.url",
  "images.rank",
  "images.variants.id",
  "options.title",
  "variants.id",
  "variants.title",
  "variants.sku",
  "variants.barcode",
  "variants.ean",
  "variants.upc",
  "variants.variant_rank",
  "variants.metadata",
  "variants.thumbnail",
  "variants.price_set.id",
  "variants.options.value",
  "variants.options.option.title",
]

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  description: z.string().nullable(),
  type_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  thumbnail: z.string().nullish(),
  categories: z.array(z.object({ id: z.string(), name: z.string(), rank: z.number() })),
  images: z.array(
    z.object({ url: z.string(), rank: z.number(), variants: z.array(z.object({ id: z.string() })).default([]) })
  ),
  options: z.array(z.object({ title: z.string() })),
  variants: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      sku: z.string().nullable(),
      barcode: z.string().nullable(),
      ean: z.string().nullable(),
      upc: z.string().nullable(),
      thumbnail: z.string().nullish(),
      variant_rank: z.number().nullable(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      options: z.array(z.object({ value: z.string(), option: z.object({ title: z.string() }) })),
      price_set: z.object({ id: z.string() }).nullish(),
    })
  ),
})

/** Products as Medusa's own modules report them, slowly: what the bulk reader must equal. Options sorted by title. */
export async function readByGraph(
  container: MedusaContainer,
  ids: string[],
  context: { currency_code: string; region_id: string; country_code: string }
): Promise<Map<string, StoreProduct>> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "product", fields: FIELDS, filters: { id: ids } })
  const products = z.array(rowSchema).parse(data)
  const sets = products.flatMap(({ variants }) => variants.flatMap(({ price_set }) => price_set?.id ?? []))
  const { currency_code, region_id } = context
  const prices = await container
    .resolve(Modules.PRICING)
    .calculatePrices({ id: sets }, { context: { currency_code, region_id } })
  const lines = await container.resolve(Modules.TAX).getTaxLines(
    products.map(({ id, type_id }) => ({
      id,
      product_id: id,
      quantity: 1,
      unit_price: 1,
      product_type_id: type_id ?? undefined,
    })),
    { address: { country_code: context.country_code } }
  )
  return new Map(
    products.map((product) => {
      const line = lines.find((item) => "line_item_id" in item && item.line_item_id === product.id)
      const [category] = [...product.categories].sort((left, right) => left.rank - right.rank)
      const sorted = [...product.images].sort((left, right) => left.rank - right.rank)
      const images = sorted.map(({ url }) => url)
      return [
        product.id,
        {
          id: product.id,
          title: product.title,
          handle: product.handle,
          description: product.description,
          category: category ? { id: category.id, name: category.name } : null,
          options: product.options.map(({ title }) => ({ title })).sort((a, b) => (a.title < b.title ? -1 : 1)),
          taxRate: line ? String(line.rate) : null,
          unitName: typeof product.metadata?.pos_unit_name === "string" ? product.metadata.pos_unit_name : null,
          images: [...new Set([...(product.thumbnail ? [product.thumbnail] : []), ...images])],
          variants: product.variants
            .sort((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0) || (a.id < b.id ? -1 : 1))
            .map(({ id, title, sku, barcode, ean, upc, ...variant }) => {
              const price = prices.find((item) => item.id === variant.price_set?.id)
              return {
                id,
                title,
                sku,
                barcode,
                ean,
                upc,
                image:
                  variant.thumbnail ?? sorted.find((item) => item.variants.some((of) => of.id === id))?.url ?? null,
                costPrice: variant.metadata?.pos_cost_price ? String(variant.metadata.pos_cost_price) : null,
                options: Object.fromEntries(variant.options.map(({ value, option }) => [option.title, value])),
                price: price?.calculated_amount === undefined ? null : String(price.calculated_amount),
                priceIncludesTax: price?.is_calculated_price_tax_inclusive ?? false,
              }
            }),
        },
      ]
    })
  )
}

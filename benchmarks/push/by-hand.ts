import axios, { type AxiosInstance } from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import type { PosDriver } from "../../test-support/pos-driver"
import { apiKeyTokenProvider, singleOrigin } from "../../src/pos-api/client"
import { VAT_PERCENTAGE } from "../../test-support/seed-benchmark-store"

/** What a developer asks `query.graph` for to fill a register. */
export const FIELDS = [
  "id",
  "title",
  "handle",
  "description",
  "categories.id",
  "categories.name",
  "options.title",
  "variants.id",
  "variants.title",
  "variants.sku",
  "variants.barcode",
  "variants.variant_rank",
  "variants.options.value",
  "variants.options.option.title",
  "variants.prices.amount",
  "variants.prices.currency_code",
]

export const productSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  description: z.string().nullable(),
  categories: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  options: z.array(z.looseObject({ title: z.string() })),
  variants: z.array(
    z.looseObject({
      title: z.string(),
      sku: z.string(),
      barcode: z.string(),
      variant_rank: z.number(),
      options: z.array(z.looseObject({ value: z.string(), option: z.looseObject({ title: z.string() }) })),
      prices: z.array(z.looseObject({ amount: z.number(), currency_code: z.string() })),
    })
  ),
})

const categoryUuids = new Map<string, string>()

function uuidOfCategory(id: string): string {
  const known = categoryUuids.get(id) ?? uuidVersion1()
  categoryUuids.set(id, known)
  return known
}

/** A product in the POS's words, as one writes it down for one's own shop. */
export function toPayload(product: z.infer<typeof productSchema>) {
  const [category] = product.categories
  const variants = [...product.variants].sort((left, right) => left.variant_rank - right.variant_rank)
  return {
    uuid: uuidVersion1(),
    name: product.title,
    description: product.description?.replace(/<[^>]*>/g, "") ?? null,
    externalReference: product.handle,
    category: category ? { uuid: uuidOfCategory(category.id), name: category.name } : null,
    vatPercentage: VAT_PERCENTAGE,
    variantOptionDefinitions: {
      definitions: product.options.map(({ title }) => ({
        name: title,
        properties: variants.flatMap(({ options }) =>
          options.filter(({ option }) => option.title === title).map(({ value }) => ({ value }))
        ),
      })),
    },
    variants: variants.map((variant) => ({
      uuid: uuidVersion1(),
      name: variant.title,
      sku: variant.sku,
      barcode: variant.barcode,
      price: toPrice(variant.prices.find(({ currency_code }) => currency_code === "sek")?.amount ?? 0),
      options: variant.options.map(({ value, option }) => ({ name: option.title, value })),
    })),
  }
}

const toPrice = (amount: number) => ({
  amount: Math.round(amount * (100 + Number(VAT_PERCENTAGE))),
  currencyId: "SEK",
})

/** A plain axios with an access token. */
export async function axiosFor(posDriver: PosDriver): Promise<AxiosInstance> {
  const { oauthUrl, productLibraryUrl } = singleOrigin(process.env.POS_SERVICE_URL ?? "")
  const token = await apiKeyTokenProvider({ apiKey: posDriver.apiKey, oauthUrl }).token()
  return axios.create({
    baseURL: `${productLibraryUrl}/organizations/self`,
    headers: { authorization: `Bearer ${token}` },
  })
}

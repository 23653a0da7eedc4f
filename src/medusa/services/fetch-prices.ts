import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { type CatalogRows, mergeRows } from "./catalog-rows"
import {
  dateSchema,
  PRICE_LISTS,
  PRICE_PREFERENCES,
  PRICE_SET_LINKS,
  priceListRuleSchema,
  priceListSchema,
  PRICES,
  priceRuleSchema,
  priceSchema,
  priceSetLinkSchema,
  preferenceSchema,
  REGIONS,
  textSchema,
} from "./catalog-records"
import { inParts, listLinksBy, listRecords, listRecordsBy } from "./list-records"

const rulesSchema = z
  .array(priceRuleSchema)
  .nullish()
  .transform((rules) => rules ?? [])

const ruledPriceSchema = z.intersection(priceSchema, z.object({ price_rules: rulesSchema }))

const ruledListSchema = priceListSchema.extend({
  price_list_rules: z
    .array(priceListRuleSchema)
    .nullish()
    .transform((rules) => rules ?? []),
})

/** Fetches the rows of variants' base prices in a currency that `findBasePrices` needs. */
export async function fetchBasePrices(
  container: MedusaContainer,
  variantIds: string[],
  currencyCode: string
): Promise<CatalogRows> {
  const links = await listLinksBy(container, priceSetLinkSchema, PRICE_SET_LINKS, "variant_id", variantIds)
  const prices: z.infer<typeof ruledPriceSchema>[] = []
  for (const price_set_id of inParts(links.map((link) => link.price_set_id))) {
    const filters = { price_set_id, currency_code: currencyCode }
    prices.push(...(await listRecords(container, ruledPriceSchema, PRICES, filters, { relations: ["price_rules"] })))
  }
  return {
    product_variant_price_set: links,
    price: prices.map(({ price_rules: _rules, ...price }) => price),
    price_rule: prices.flatMap(({ price_rules }) => price_rules),
  }
}

/** Fetches the rows of variants' prices in a currency, with the price lists that may apply. */
export async function fetchPrices(
  container: MedusaContainer,
  wanted: { variantIds: string[]; currencyCode: string; priceListId: string | null }
): Promise<CatalogRows> {
  const { variantIds, currencyCode, priceListId } = wanted
  const chosen = priceListId === null ? [] : [{ id: [priceListId] }]
  const lists = await listRecords(
    container,
    ruledListSchema,
    PRICE_LISTS,
    { $or: [{ status: "active" }, ...chosen] },
    { relations: ["price_list_rules"] }
  )
  return mergeRows(await fetchBasePrices(container, variantIds, currencyCode), await fetchPreferences(container), {
    price_list: lists.map(({ price_list_rules: _rules, ...list }) => list),
    price_list_rule: lists.flatMap(({ price_list_rules }) => price_list_rules),
  })
}

const namedSchema = z.object({ id: z.string(), title: textSchema, name: textSchema, deleted_at: dateSchema })

/** Fetches the rows that `findPriceSources` needs, deleted ones included. */
export async function fetchPriceSources(
  container: MedusaContainer,
  { priceListIds, regionIds }: { priceListIds: string[]; regionIds: string[] }
): Promise<CatalogRows> {
  const withDeleted = true
  return {
    price_list: await listRecordsBy(container, namedSchema, PRICE_LISTS, "id", priceListIds, { withDeleted }),
    region: await listRecordsBy(container, namedSchema, REGIONS, "id", regionIds, { withDeleted }),
  }
}

/** Fetches the rows that `pricesIncludeTax` needs. */
export async function fetchPreferences(container: MedusaContainer): Promise<CatalogRows> {
  return { price_preference: await listRecords(container, preferenceSchema, PRICE_PREFERENCES, {}) }
}

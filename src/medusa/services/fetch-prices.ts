import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import {
  type CatalogRows,
  COUNTRIES,
  dateSchema,
  mergeRows,
  preferenceSchema,
  PRICE_LISTS,
  PRICE_PREFERENCES,
  PRICE_SET_LINKS,
  priceListRuleSchema,
  priceListSchema,
  priceRuleSchema,
  PRICES,
  priceSchema,
  priceSetLinkSchema,
  REGIONS,
  TAX_RATES,
  TAX_REGIONS,
  TAX_RULES,
  taxRateSchema,
  taxRuleSchema,
  textSchema,
} from "./catalog-records"
import { inParts, listLinksBy, listRecords, listRecordsBy } from "./service-rows"
import type { ConnectionRecord } from "../../modules/pos/connection-record"

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
  const priceListFilter = priceListId === null ? [] : [{ id: [priceListId] }]
  const lists = await listRecords(
    container,
    ruledListSchema,
    PRICE_LISTS,
    { $or: [{ status: "active" }, ...priceListFilter] },
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

/** Fetches the rates of a tax region, and which of them products and their types have. */
export async function fetchTaxRates(
  container: MedusaContainer,
  taxRegionId: string | null,
  products: { id: string; type_id: string | null }[]
): Promise<CatalogRows> {
  const referenced = products.flatMap(({ id, type_id }) => [id, type_id])
  return {
    tax_rate: await listRecordsBy(container, taxRateSchema, TAX_RATES, "tax_region_id", [taxRegionId]),
    tax_rate_rule:
      taxRegionId === null ? [] : await listRecordsBy(container, taxRuleSchema, TAX_RULES, "reference_id", referenced),
  }
}

const countrySchema = z.object({ iso_2: z.string(), region_id: textSchema, deleted_at: dateSchema })

const taxRegionSchema = z.object({
  id: z.string(),
  country_code: z.string(),
  province_code: textSchema,
  provider_id: textSchema,
  deleted_at: dateSchema,
})

/** Fetches the rows that `findTaxRegion` needs. */
export async function fetchTaxRegions(
  container: MedusaContainer,
  connection: Pick<ConnectionRecord, "country_code" | "region_id">
): Promise<CatalogRows> {
  const countries = await listRecordsBy(container, countrySchema, COUNTRIES, "region_id", [connection.region_id])
  const codes = [connection.country_code, ...countries.map(({ iso_2 }) => iso_2)]
  return {
    region_country: countries,
    tax_region: await listRecordsBy(container, taxRegionSchema, TAX_REGIONS, "country_code", codes),
  }
}

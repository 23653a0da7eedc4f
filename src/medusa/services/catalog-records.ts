import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { type Listing, overRows } from "./service-rows"
import type { Sql } from "../../modules/pos/database/sql"

const list = (module: string, method: string): Listing => ({ module, list: method })

export const PRODUCTS = list(Modules.PRODUCT, "listProducts")
export const VARIANTS = list(Modules.PRODUCT, "listProductVariants")
export const IMAGES = list(Modules.PRODUCT, "listProductImages")
export const CATEGORIES = list(Modules.PRODUCT, "listProductCategories")
export const OPTIONS = list(Modules.PRODUCT, "listProductOptions")
export const OPTION_VALUES = list(Modules.PRODUCT, "listProductOptionValues")
export const PRICE_SETS = list(Modules.PRICING, "listPriceSets")
export const PRICES = list(Modules.PRICING, "listPrices")
export const PRICE_RULES = list(Modules.PRICING, "listPriceRules")
export const PRICE_LISTS = list(Modules.PRICING, "listPriceLists")
export const PRICE_LIST_RULES = list(Modules.PRICING, "listPriceListRules")
export const PRICE_PREFERENCES = list(Modules.PRICING, "listPricePreferences")
export const TAX_REGIONS = list(Modules.TAX, "listTaxRegions")
export const TAX_RATES = list(Modules.TAX, "listTaxRates")
export const TAX_RULES = list(Modules.TAX, "listTaxRateRules")
export const REGIONS = list(Modules.REGION, "listRegions")
export const COUNTRIES = list(Modules.REGION, "listCountries")

export const PRICE_SET_LINKS = {
  entity: "product_variant_price_set",
  fields: ["id", "variant_id", "price_set_id", "deleted_at"],
}
export const CHANNEL_LINKS = {
  entity: "product_sales_channel",
  fields: ["id", "product_id", "sales_channel_id", "deleted_at"],
}

/** A text that may be null, or absent where a record lacks it. */
export const textSchema = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const dateSchema = z
  .union([z.date(), z.string()])
  .nullish()
  .transform((value) => value ?? null)

export const idSchema = z.object({ id: z.string() })

const metadataSchema = z.record(z.string(), z.unknown()).nullish()

/** A decimal of a module, as exact text: Medusa keeps it beside the number. */
export const rawSchema = z
  .object({ value: z.union([z.string(), z.number()]) })
  .nullish()
  .transform((raw) => (raw ? String(raw.value) : null))

/** A whole number, which a column of another type may deliver as text. */
const wholeSchema = z.coerce.number().nullish()

export const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: textSchema,
  description: textSchema,
  type_id: textSchema,
  collection_id: textSchema,
  thumbnail: textSchema,
  status: z.string(),
  metadata: metadataSchema,
  deleted_at: dateSchema,
})

export const variantSchema = z.object({
  id: z.string(),
  product_id: textSchema,
  title: textSchema,
  sku: textSchema,
  barcode: textSchema,
  ean: textSchema,
  upc: textSchema,
  thumbnail: textSchema,
  variant_rank: wholeSchema,
  metadata: metadataSchema,
  deleted_at: dateSchema,
})

export const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  mpath: z.string(),
  rank: wholeSchema,
  created_at: dateSchema,
  deleted_at: dateSchema,
})

export const taxRateSchema = z.object({
  id: z.string(),
  tax_region_id: z.string(),
  rate: z.coerce.number().nullable(),
  is_default: z.boolean(),
  deleted_at: dateSchema,
})

export const taxRuleSchema = z.object({
  id: z.string(),
  tax_rate_id: z.string(),
  reference: z.string(),
  reference_id: z.string(),
  deleted_at: dateSchema,
})

export const priceSchema = z
  .object({
    id: z.string(),
    price_set_id: z.string(),
    price_list_id: textSchema,
    currency_code: z.string(),
    raw_amount: rawSchema,
    raw_min_quantity: rawSchema,
    rules_count: wholeSchema,
    deleted_at: dateSchema,
  })
  .transform(({ raw_amount, raw_min_quantity, ...price }) => ({
    ...price,
    amount: raw_amount,
    min_quantity: raw_min_quantity,
  }))

export const priceRuleSchema = z.object({
  price_id: z.string(),
  attribute: z.string(),
  value: textSchema,
  deleted_at: dateSchema,
})

export const priceListSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  starts_at: dateSchema,
  ends_at: dateSchema,
  rules_count: wholeSchema,
  deleted_at: dateSchema,
})

export const priceListRuleSchema = z.object({
  price_list_id: z.string(),
  attribute: z.string(),
  value: z.unknown(),
  deleted_at: dateSchema,
})

export const preferenceSchema = z.object({
  attribute: z.string(),
  value: textSchema,
  is_tax_inclusive: z.boolean(),
  deleted_at: dateSchema,
})

export const priceSetLinkSchema = z.object({ variant_id: z.string(), price_set_id: z.string(), deleted_at: dateSchema })

export const channelLinkSchema = z.object({
  product_id: z.string(),
  sales_channel_id: z.string(),
  deleted_at: dateSchema,
})

/** Columns of Medusa's tables of products, prices and taxes that the queries of the catalog read, with their types. */
const COLUMNS = {
  product:
    "id text, title text, handle text, description text, type_id text, collection_id text, thumbnail text, status text, metadata jsonb, deleted_at timestamptz",
  product_variant:
    "id text, product_id text, title text, sku text, barcode text, ean text, upc text, thumbnail text, variant_rank int, metadata jsonb, deleted_at timestamptz",
  product_variant_option: "variant_id text, option_value_id text",
  product_option_value: "id text, option_id text, value text, deleted_at timestamptz",
  product_product_option:
    "id text, product_id text, product_option_id text, created_at timestamptz, deleted_at timestamptz",
  product_option: "id text, title text, created_at timestamptz, deleted_at timestamptz",
  image: "id text, product_id text, url text, rank int, deleted_at timestamptz",
  product_variant_product_image: "variant_id text, image_id text, deleted_at timestamptz",
  product_category_product: "product_id text, product_category_id text",
  product_category: "id text, name text, mpath text, rank int, created_at timestamptz, deleted_at timestamptz",
  product_tags: "product_id text, product_tag_id text",
  product_sales_channel: "product_id text, sales_channel_id text, deleted_at timestamptz",
  product_variant_price_set: "variant_id text, price_set_id text, deleted_at timestamptz",
  price:
    "id text, price_set_id text, price_list_id text, currency_code text, amount numeric, min_quantity numeric, rules_count int, deleted_at timestamptz",
  price_rule: "price_id text, attribute text, value text, deleted_at timestamptz",
  price_list:
    "id text, title text, type text, status text, starts_at timestamptz, ends_at timestamptz, rules_count int, deleted_at timestamptz",
  price_list_rule: "price_list_id text, attribute text, value jsonb, deleted_at timestamptz",
  price_preference: "attribute text, value text, is_tax_inclusive boolean, deleted_at timestamptz",
  tax_rate: "id text, tax_region_id text, rate real, is_default boolean, deleted_at timestamptz",
  tax_rate_rule: "tax_rate_id text, reference text, reference_id text, deleted_at timestamptz",
  tax_region: "id text, country_code text, province_code text, provider_id text, deleted_at timestamptz",
  region: "id text, name text, deleted_at timestamptz",
  region_country: "iso_2 text, region_id text, deleted_at timestamptz",
}

/** Rows of Medusa's catalog by table, as its services deliver them. A table that is absent has no rows. */
export type CatalogRows = Readonly<Partial<Record<keyof typeof COLUMNS, readonly object[]>>>

/** Merges rows of different tables. */
export const mergeRows = (...rows: CatalogRows[]): CatalogRows =>
  rows.reduce<CatalogRows>((all, some) => ({ ...all, ...some }), {})

/** Medusa's tables as queries of the rows. A value that a row lacks is null. */
const TABLES = Object.entries(COLUMNS)
  .map(
    ([table, columns]) =>
      `${table} AS MATERIALIZED (
         SELECT given.* FROM fetched, json_to_recordset(coalesce(rows -> '${table}', '[]')) AS given(${columns}))`
  )
  .join(", ")

/** Runs queries of the catalog over rows instead of Medusa's tables. */
export const overCatalogRows = (sql: Sql, rows: CatalogRows): Sql => overRows(sql, TABLES, rows)

import type { Sql } from "../../modules/pos/database/sql"
import { overRows } from "./over-rows"

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

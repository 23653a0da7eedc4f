import { z } from "zod"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import type { Sql } from "../modules/pos/database/sql"

const placeSchema = z.object({ variant_id: z.string(), price_set_id: z.string(), is_regional: z.boolean() })

export type BasePrice = z.infer<typeof placeSchema>

/**
 * Finds variants' base prices: their price set, and whether the price is one of the region or of the currency.
 * Why SQL: it joins variants with the prices of another module, a batch in one query.
 */
export async function findBasePrices(
  sql: Sql,
  input: { variantIds: string[]; currencyCode: string; regionId: string }
): Promise<Map<string, BasePrice>> {
  const rows = await sql(
    placeSchema,
    `SELECT priced.variant_id, priced.price_set_id, EXISTS (
       SELECT 1 FROM (
         SELECT * FROM price
         WHERE price.price_set_id = priced.price_set_id AND price.deleted_at IS NULL OFFSET 0) AS price
       CROSS JOIN LATERAL (
         SELECT 1 FROM price_rule AS rule WHERE rule.price_id = price.id AND rule.deleted_at IS NULL
           AND rule.attribute = 'region_id' AND rule.value = ? OFFSET 0) AS rule
       WHERE price.currency_code = ? AND price.price_list_id IS NULL AND price.rules_count = 1 OFFSET 0) AS is_regional
     FROM product_variant_price_set AS priced WHERE priced.variant_id = ANY(?) AND priced.deleted_at IS NULL`,
    [input.regionId, input.currencyCode, input.variantIds]
  )
  return new Map(rows.map((row) => [row.variant_id, row]))
}

const sourceSchema = z.object({ id: z.string(), name: z.string().nullable(), is_deleted: z.boolean() })

/** A price list or a region. */
export type NamedPriceSource = z.infer<typeof sourceSchema>

/**
 * Finds price lists and regions by ID, including deleted ones; unknown IDs are absent. Why SQL: Medusa's modules do not
 * return deleted rows, but a merchant knows them by their names.
 */
export async function findPriceSources(
  sql: Sql,
  { priceListIds, regionIds }: { priceListIds: string[]; regionIds: string[] }
): Promise<Map<string, NamedPriceSource>> {
  const rows = await sql(
    sourceSchema,
    `SELECT id, title AS name, deleted_at IS NOT NULL AS is_deleted FROM price_list WHERE id = ANY(?)
     UNION ALL SELECT id, name, deleted_at IS NOT NULL FROM region WHERE id = ANY(?)`,
    [priceListIds, regionIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Medusa's own provider applies the rates in its tables; any other provider computes them. */
const SYSTEM_PROVIDER = "tp_system"

const taxRegionSchema = z.object({
  id: z.string().nullable(),
  provider_id: z.string().nullable(),
  country_code: z.string(),
})

/** The source of a connection's taxes. `id` is null where the store has no tax region. */
export type TaxRegion = { id: string | null; countryCode: string; isComputed: boolean }

/**
 * Finds the tax region of the organization's country, or of the first country of its region. Null: no country is known.
 */
export async function findTaxRegion(
  sql: Sql,
  connection: Pick<ConnectionRecord, "country_code" | "region_id">
): Promise<TaxRegion | null> {
  const [row] = await sql(
    taxRegionSchema,
    `SELECT country.country_code, tax_region.id, tax_region.provider_id
     FROM (SELECT coalesce(?, (SELECT iso_2 FROM region_country WHERE region_id = ? AND deleted_at IS NULL
                               ORDER BY iso_2 LIMIT 1)) AS country_code) AS country
     LEFT JOIN tax_region ON tax_region.country_code = country.country_code AND tax_region.province_code IS NULL
       AND tax_region.deleted_at IS NULL
     WHERE country.country_code IS NOT NULL`,
    [connection.country_code, connection.region_id]
  )
  return row
    ? {
        id: row.id,
        countryCode: row.country_code,
        isComputed: row.id !== null && row.provider_id !== SYSTEM_PROVIDER,
      }
    : null
}

const rateSchema = z.object({ id: z.string(), rate: z.string(), is_default: z.boolean() })

/** A tax rate of the store, percent as decimal text. */
export type TaxRate = z.infer<typeof rateSchema>

/** Lists the rates of a tax region (null: none), the default first. */
export async function listTaxRates(sql: Sql, taxRegionId: string | null): Promise<TaxRate[]> {
  return sql(
    rateSchema,
    `SELECT id, rate::text AS rate, is_default FROM tax_rate
     WHERE tax_region_id = ? AND rate IS NOT NULL AND deleted_at IS NULL ORDER BY is_default DESC, id`,
    [taxRegionId]
  )
}

/** Whether prices in a currency include tax. */
export async function pricesIncludeTax(sql: Sql, currencyCode: string): Promise<boolean> {
  const [preference] = await sql(
    z.object({ includes_tax: z.boolean().nullable() }),
    `SELECT bool_or(is_tax_inclusive) AS includes_tax FROM price_preference
     WHERE attribute = 'currency_code' AND value = ? AND deleted_at IS NULL`,
    [currencyCode]
  )
  return preference?.includes_tax ?? false
}

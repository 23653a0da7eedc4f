import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"
import type { ConnectionRecord } from "../../modules/pos/connection-record"

/** Medusa's own provider takes the rates as they stand in its tables; any other computes them. */
const SYSTEM_PROVIDER = "tp_system"

const taxRegionSchema = z.object({
  id: z.string().nullable(),
  provider_id: z.string().nullable(),
  country_code: z.string(),
})

/** Where a connection's taxes come from. `id` is null where the shop taxes nothing. */
export type TaxRegion = { id: string | null; countryCode: string; isComputed: boolean }

/** The tax region of the organisation's country, or of the first country of its region. Null: no country is known. */
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

/** A rate of the shop's, percent as text. */
export type TaxRate = z.infer<typeof rateSchema>

/** The rates of a tax region (null: none), the default first. */
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

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import { sqlOn } from "../../modules/pos/database/sql"
import type { ConnectionRecord } from "../../workflows/connection/connection-record"

/** Medusa's own provider takes the rates as they stand in its tables; any other computes them. */
const SYSTEM_PROVIDER = "tp_system"

const taxLineSchema = z.object({ line_item_id: z.string(), rate: z.number().nullable() })
const taxRegionSchema = z.object({
  id: z.string().nullable(),
  provider_id: z.string().nullable(),
  country_code: z.string(),
})

/** Where a connection's taxes come from. `id` is null where the shop taxes nothing. */
export type TaxRegion = { id: string | null; countryCode: string; isComputed: boolean }

/** The tax region of the organisation's country, or of the first country of its region. Null: no country is known. */
export async function findTaxRegion(
  container: MedusaContainer,
  connection: ConnectionRecord
): Promise<TaxRegion | null> {
  const [row] = await sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))(
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

/**
 * The tax rate of each product by a tax provider that computes, in percent as text. Products without a rate are
 * absent.
 */
export async function computeTaxRates(
  container: MedusaContainer,
  region: TaxRegion,
  products: { id: string; type_id: string | null }[]
): Promise<Map<string, string>> {
  const lines = await container.resolve(Modules.TAX).getTaxLines(
    products.map((product) => ({
      id: product.id,
      product_id: product.id,
      product_type_id: product.type_id ?? undefined,
      quantity: 1,
      unit_price: 100,
    })),
    { address: { country_code: region.countryCode } }
  )
  const rates = new Map<string, BigNumber>()
  for (const { line_item_id, rate } of z.array(taxLineSchema).parse(lines)) {
    rates.set(line_item_id, (rates.get(line_item_id) ?? new BigNumber(0)).plus(rate ?? 0))
  }
  return new Map([...rates].map(([productId, rate]) => [productId, rate.toFixed()]))
}

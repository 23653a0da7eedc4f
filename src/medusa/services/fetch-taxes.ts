import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { CatalogRows } from "./catalog-rows"
import {
  COUNTRIES,
  dateSchema,
  TAX_RATES,
  TAX_REGIONS,
  TAX_RULES,
  taxRateSchema,
  taxRuleSchema,
  textSchema,
} from "./catalog-records"
import { listRecordsBy } from "./list-records"

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

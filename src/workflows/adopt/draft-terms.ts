import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import { sqlOn } from "../../modules/pos/database/sql"
import type { PosProduct } from "../../pos-api/contract"
import { isDecimal } from "../../translate/decimal"
import type { ConnectionRecord } from "../connection/connection-record"
import { findTaxRegion } from "../../medusa-tables/catalogue/read-tax-rates"

const preferenceSchema = z.object({ includes_tax: z.boolean().nullable() })
const rateSchema = z.object({ id: z.string(), rate: z.string(), is_default: z.boolean() })

/** How drafts of a connection are priced and taxed. */
export type DraftTerms = {
  priceIncludesTax: boolean
  /** the shop's rates where the connection sells, percent as text */
  rates: z.infer<typeof rateSchema>[]
}

export async function readDraftTerms(container: MedusaContainer, connection: ConnectionRecord): Promise<DraftTerms> {
  const sql = sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
  const [preference] = await sql(
    preferenceSchema,
    `SELECT bool_or(is_tax_inclusive) AS includes_tax FROM price_preference
     WHERE attribute = 'currency_code' AND value = ? AND deleted_at IS NULL`,
    [connection.currency_code]
  )
  const region = await findTaxRegion(container, connection)
  const rates = await sql(
    rateSchema,
    `SELECT id, rate::text AS rate, is_default FROM tax_rate
     WHERE tax_region_id = ? AND rate IS NOT NULL AND deleted_at IS NULL ORDER BY is_default DESC, id`,
    [region?.id ?? null]
  )
  return { priceIncludesTax: preference?.includes_tax ?? false, rates }
}

/** The rate a product has in the shop: the one with the counter's percentage, or the default. */
export function rateOf({ vatPercentage }: PosProduct, { rates }: DraftTerms) {
  const standard = rates.find(({ is_default }) => is_default) ?? null
  if (!vatPercentage || !isDecimal(vatPercentage)) {
    return standard
  }
  return rates.find(({ rate }) => new BigNumber(rate).isEqualTo(vatPercentage)) ?? standard
}

/** What a person must know of a product's tax before it is published; null: nothing. */
export function taxNote(product: PosProduct, terms: DraftTerms): string | null {
  const { vatPercentage } = product
  const rate = rateOf(product, terms)
  const isSame = !vatPercentage || !isDecimal(vatPercentage) || rate?.rate === undefined
  return isSame || new BigNumber(rate.rate).isEqualTo(vatPercentage)
    ? null
    : `The counter taxes it at ${vatPercentage} %, for which the shop has no rate. Published, it is taxed at ${new BigNumber(rate.rate).toFixed()} % in both.`
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber } from "bignumber.js"
import { POS_MODULE } from "../../modules/pos"
import type { PosProduct } from "../../pos-api/contract"
import { isDecimal } from "../../translate/decimal"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import {
  findTaxRegion,
  listTaxRates,
  pricesIncludeTax,
  type TaxRate,
} from "../../medusa-tables/catalogue/read-tax-rates"

/** How drafts of a connection are priced and taxed. */
export type DraftTerms = {
  priceIncludesTax: boolean
  /** the shop's rates where the connection sells, percent as text */
  rates: TaxRate[]
}

export async function readDraftTerms(container: MedusaContainer, connection: ConnectionRecord): Promise<DraftTerms> {
  return container.resolve(POS_MODULE).query(async (sql) => {
    const region = await findTaxRegion(sql, connection)
    return {
      priceIncludesTax: await pricesIncludeTax(sql, connection.currency_code),
      rates: await listTaxRates(sql, region?.id ?? null),
    }
  })
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

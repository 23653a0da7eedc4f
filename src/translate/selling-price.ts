import { BigNumber } from "bignumber.js"
import type { Price } from "../pos-api/contract"
import { parseDecimal } from "./decimal"
import { toMinorUnits } from "./money"

/** What of the organisation decides how a price is written. */
export type PriceBasis = {
  /** ISO 4217 */
  currencyCode: string
  /** INCLUSIVE or EXCLUSIVE; null: as the shop has it */
  taxationMode: string | null
  /** VAT, SALES_TAX or NONE */
  taxationType: string | null
}

/** What of the product decides it: the shop's tax rate in percent, and whether the price includes the tax (null: as shown). */
export type ShopTax = { taxRate: string | null; priceIncludesTax: boolean | null }

/**
 * A price as the counter shows it: with the tax where the organisation sells inclusive, without where exclusive, exact
 * and rounded once, to the currency's minor unit. An organisation without taxes takes the shop's figure.
 * @param price decimal text in major units
 * @throws NotAnAmountError, UnknownCurrencyError
 */
export function sellingPrice(price: string, tax: ShopTax, basis: PriceBasis): Price {
  const currencyId = basis.currencyCode.toUpperCase()
  return { amount: toMinorUnits(withOrWithoutTax(new BigNumber(price), tax, basis), currencyId), currencyId }
}

function withOrWithoutTax(price: BigNumber, { taxRate, priceIncludesTax }: ShopTax, basis: PriceBasis): BigNumber {
  const wantsTax = basis.taxationMode === null ? priceIncludesTax : basis.taxationMode === "INCLUSIVE"
  if (priceIncludesTax === null || taxRate === null || basis.taxationType === "NONE" || wantsTax === priceIncludesTax) {
    return price
  }
  const factor = parseDecimal(taxRate).div(100).plus(1)
  return wantsTax ? price.times(factor) : price.div(factor)
}

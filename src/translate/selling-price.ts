import { BigNumber } from "bignumber.js"
import type { Price } from "../pos-api/contract"
import { NotADecimalError, parseDecimal } from "./decimal"
import { NotAnAmountError, toMajorUnits, toMinorUnits } from "./money"

/** Digits that a price without its tax is kept to, so that it comes back exactly. */
const PRICE_DIGITS = 6

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
 * @throws NotAnAmountError, NotADecimalError, UnknownCurrencyError
 */
export function sellingPrice(price: string, tax: ShopTax, basis: PriceBasis): Price {
  const currencyId = basis.currencyCode.toUpperCase()
  return { amount: toMinorUnits(withOrWithoutTax(new BigNumber(price), tax, basis), currencyId), currencyId }
}

/** As {@link sellingPrice}; null where the price or the tax rate is no number, or the amount too large to be exact. */
export function sellingPriceOrNull(price: string, tax: ShopTax, basis: PriceBasis): Price | null {
  try {
    return sellingPrice(price, tax, basis)
  } catch (error) {
    if (error instanceof NotAnAmountError || error instanceof NotADecimalError) {
      return null
    }
    throw error
  }
}

/**
 * The way back: what the shop's price must be for the counter to show `minor`, as decimal text in major units. Without
 * or with tax as the shop writes it, to six digits, so that {@link sellingPrice} gives the very same again.
 */
export function shopPrice(minor: number, tax: ShopTax, basis: PriceBasis): string {
  const shown = new BigNumber(toMajorUnits(minor, basis.currencyCode))
  const { taxRate, priceIncludesTax } = tax
  const showsTax = basis.taxationMode === null ? priceIncludesTax : basis.taxationMode === "INCLUSIVE"
  if (priceIncludesTax === null || taxRate === null || basis.taxationType === "NONE" || showsTax === priceIncludesTax) {
    return shown.toFixed()
  }
  const factor = parseDecimal(taxRate).div(100).plus(1)
  return (showsTax ? shown.div(factor) : shown.times(factor)).decimalPlaces(PRICE_DIGITS).toFixed()
}

function withOrWithoutTax(price: BigNumber, { taxRate, priceIncludesTax }: ShopTax, basis: PriceBasis): BigNumber {
  const wantsTax = basis.taxationMode === null ? priceIncludesTax : basis.taxationMode === "INCLUSIVE"
  if (priceIncludesTax === null || taxRate === null || basis.taxationType === "NONE" || wantsTax === priceIncludesTax) {
    return price
  }
  const factor = parseDecimal(taxRate).div(100).plus(1)
  return wantsTax ? price.times(factor) : price.div(factor)
}

import { BigNumber } from "bignumber.js"
import {
  NotADecimalError,
  NotAnAmountError,
  parseDecimal,
  toColumnText,
  toMajorUnits,
  toMinorUnits,
} from "../../money/money"
import type { PosVariant, Price, ProductContent } from "../../pos-api/contract"
import type { Violation } from "./product-validation"
import type { StoreProduct, StoreVariant } from "./store-product-mapping"

/** Decimal places of a price without its tax, so that the conversion back is exact. */
const PRICE_DIGITS = 6

/** Settings of the organization that decide how a price is written. */
export type PriceBasis = {
  /** ISO 4217 */
  currencyCode: string
  /** INCLUSIVE or EXCLUSIVE; null: as in the store */
  taxationMode: string | null
  /** VAT, SALES_TAX or NONE */
  taxationType: string | null
}

/** The product's tax: the store's tax rate in percent, and whether the price includes the tax (null: sent as it is). */
export type StoreTax = { taxRate: string | null; priceIncludesTax: boolean | null }

/**
 * Computes a price as the POS shows it: with tax if the organization sells tax-inclusive, without if exclusive. It is
 * computed exactly and rounded once, to the currency's minor unit. An organization without taxes gets the store's price
 * unchanged.
 * @param price decimal text in major units
 * @throws NotAnAmountError, NotADecimalError, UnknownCurrencyError
 */
export function sellingPrice(price: string, tax: StoreTax, basis: PriceBasis): Price {
  const currencyId = basis.currencyCode.toUpperCase()
  return { amount: toMinorUnits(withOrWithoutTax(new BigNumber(price), tax, basis), currencyId), currencyId }
}

/** As {@link sellingPrice}; null if the price or the tax rate is no number, or the amount is too large to be exact. */
export function sellingPriceOrNull(price: string, tax: StoreTax, basis: PriceBasis): Price | null {
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
 * The reverse of {@link sellingPrice}: computes the store's price for which the POS shows `minor` (minor units), as
 * decimal text in major units. With or without tax as the store has it, to six decimal places, so that
 * {@link sellingPrice} returns the same amount again.
 * @throws NotAnAmountError, NotADecimalError, UnknownCurrencyError
 */
export function storePrice(minor: number, tax: StoreTax, basis: PriceBasis): string {
  const shownAmount = new BigNumber(toMajorUnits(minor, basis.currencyCode))
  const { taxRate, priceIncludesTax } = tax
  const showsTax = basis.taxationMode === null ? priceIncludesTax : basis.taxationMode === "INCLUSIVE"
  if (priceIncludesTax === null || taxRate === null || basis.taxationType === "NONE" || showsTax === priceIncludesTax) {
    return shownAmount.toFixed()
  }
  const factor = parseDecimal(taxRate).div(100).plus(1)
  return (showsTax ? shownAmount.div(factor) : shownAmount.times(factor)).decimalPlaces(PRICE_DIGITS).toFixed()
}

function withOrWithoutTax(price: BigNumber, { taxRate, priceIncludesTax }: StoreTax, basis: PriceBasis): BigNumber {
  const wantsTax = basis.taxationMode === null ? priceIncludesTax : basis.taxationMode === "INCLUSIVE"
  if (priceIncludesTax === null || taxRate === null || basis.taxationType === "NONE" || wantsTax === priceIncludesTax) {
    return price
  }
  const factor = parseDecimal(taxRate).div(100).plus(1)
  return wantsTax ? price.times(factor) : price.div(factor)
}

/** A price list or a region, with its name. */
export type ChosenSource = { kind: "price list" | "region"; name: string; isDeleted: boolean }

/** The sources of a connection's prices. */
export type PriceSources = {
  /** the price list or region that the merchant chose; null: neither */
  chosen: ChosenSource | null
  /** price lists and regions that the connection's prices depend on and that are deleted */
  deleted: ChosenSource[]
  /** what happens to a variant that has no price in the chosen source */
  missing: "fall_back" | "reject"
  regionName: string
  currencyCode: string
  /** titles of price lists, by id */
  listNames: ReadonlyMap<string, string>
}

/** Maximum number of variants that one note names. */
const NAMED = 5

/** True for a price that overrides the store's; it has no source. */
export const isOverridden = ({ price, priceSource }: StoreVariant) => price !== null && !priceSource

const getName = ({ title, sku, id }: StoreVariant) => title || sku || id

/** Returns notes on the sources of a product's prices, and violations that keep it from the POS. */
export function checkPriceSources(
  parts: StoreProduct[],
  sources: PriceSources,
  isHeld: (variantId: string) => boolean
): { notes: string[]; violations: Violation[] } {
  const held = sources.deleted.map(
    ({ kind, name }) =>
      `The ${kind} ‘${name}’ is deleted: prices at the POS stay as they are. Choose another in the connection's settings.`
  )
  const missing = parts
    .flatMap(({ variants }) => variants)
    .filter((variant) => lacksChosenPrice(variant, sources) && !isHeld(variant.id))
  if (sources.chosen === null || missing.length === 0) {
    return { notes: held, violations: [] }
  }
  const { kind, name } = sources.chosen
  if (sources.missing === "reject") {
    const says = (variant: StoreVariant) =>
      kind === "region"
        ? `Variant ‘${getName(variant)}’: the region ‘${name}’ has no price`
        : `Variant ‘${getName(variant)}’: the price list ‘${name}’ has no price`
    return {
      notes: held,
      violations: missing.map((variant) => ({ field: "variants.price", message: says(variant) })),
    }
  }
  const bySource = new Map<string, StoreVariant[]>()
  for (const variant of missing.filter(({ price }) => price !== null)) {
    const used = describeSource(variant, sources)
    bySource.set(used, [...(bySource.get(used) ?? []), variant])
  }
  const fallbacks = [...bySource].map(
    ([used, variants]) => `The ${kind} ‘${name}’ has no price for ${listNames(variants)}: ${used} is sent.`
  )
  return { notes: [...held, ...fallbacks], violations: [] }
}

function lacksChosenPrice(variant: StoreVariant, { chosen }: PriceSources): boolean {
  if (chosen === null || isOverridden(variant)) {
    return false
  }
  const source = variant.priceSource?.kind
  return chosen.kind === "price list" ? source !== "chosen-list" : source === undefined || source === "currency"
}

function describeSource({ priceSource }: StoreVariant, { regionName, currencyCode, listNames: names }: PriceSources) {
  const id = priceSource?.priceListId
  if (id) {
    return `the price of the price list ‘${names.get(id) ?? id}’`
  }
  return priceSource?.kind === "region"
    ? `the price of the region ‘${regionName}’`
    : `the base price in ${currencyCode.toUpperCase()}`
}

function listNames(variants: StoreVariant[]): string {
  const variantNames = variants.slice(0, NAMED).map((variant) => `‘${getName(variant)}’`)
  const otherCount = variants.length - variantNames.length
  return otherCount > 0 ? `${variantNames.join(", ")} and ${otherCount} more` : variantNames.join(", ")
}

/**
 * True if a price change at the POS may be written to the store: not if the store's price comes from a sale or another
 * price list.
 */
export const isWritable = (
  { priceSource }: Pick<StoreVariant, "priceSource">,
  { deleted }: Pick<PriceSources, "deleted">
) => deleted.length === 0 && priceSource?.kind !== "other-list"

/**
 * Describes prices that were changed at the POS and are not written to the store, as long as they differ.
 * @param pricesOf a variant's price as the store has it for the POS, and as the POS has it
 */
export function describeUnwritten(
  parts: StoreProduct[],
  sources: PriceSources,
  pricesOf: (variantId: string) => { shown: PosVariant["price"]; seen: PosVariant["price"] }
): string[] {
  return parts
    .flatMap(({ variants }) => variants)
    .flatMap((variant) => {
      const { shown, seen } = pricesOf(variant.id)
      return seen && !isOverridden(variant) && !isWritable(variant, sources) && seen.amount !== shown?.amount
        ? [
            `The price of ‘${getName(variant)}’ at the POS (${toColumnText(seen.amount, seen.currencyId)} ${seen.currencyId}) ` +
              `is not written into the store, which has ${describeSource(variant, sources)}.`,
          ]
        : []
    })
}

/** Returns the content with the prices that stay as they are at the POS, by variant UUID. */
export function holdPrices(content: ProductContent, held: ReadonlyMap<string, PosVariant["price"]>): ProductContent {
  return held.size === 0
    ? content
    : {
        ...content,
        variants: content.variants?.map((variant) => {
          const price = held.get(variant.uuid)
          return price ? { ...variant, price } : variant
        }),
      }
}

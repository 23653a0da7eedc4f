import { BigNumber } from "bignumber.js"
import { PRODUCT_LIMITS, type PosVariant, type ProductContent } from "../pos-api/contract"
import { toMinorUnits } from "./money"
import { toPlainText } from "./plain-text"
import type { ShopProduct, ShopVariant } from "./shop-product"

/** UUIDs that were chosen for a product, its variants and its category before anything is sent. */
export type ProductUuids = {
  productUuid: string
  /** variant id → UUID */
  variantUuids: ReadonlyMap<string, string>
  /** category id → UUID */
  categoryUuids: ReadonlyMap<string, string>
}

/** What of the organisation decides how a product is written. */
export type PriceBasis = {
  /** ISO 4217 */
  currencyCode: string
  /** INCLUSIVE or EXCLUSIVE; null: as the shop has it */
  taxationMode: string | null
  /** VAT, SALES_TAX or NONE */
  taxationType: string | null
}

/** A mapped product and what a person should know of the mapping. */
export type MappedProduct = { content: ProductContent; notes: string[] }

/** A variant that was given no UUID before the mapping: the caller's mistake. */
export class UnlinkedVariantError extends Error {
  constructor(variantId: string) {
    super(`Variant ${variantId} was mapped before it was linked`)
    this.name = "UnlinkedVariantError"
  }
}

/**
 * Writes a product of the shop in the service's words. Prices become minor units, with or without tax as the
 * organisation sells; the first three options become definitions and the rest joins the variant's name.
 */
export function toProductContent(product: ShopProduct, uuids: ProductUuids, basis: PriceBasis): MappedProduct {
  const meaningful = product.options.filter((option) => !isPlaceholder(product, option))
  const defined = meaningful.slice(0, PRODUCT_LIMITS.optionDefinitions)
  const folded = meaningful.slice(PRODUCT_LIMITS.optionDefinitions)
  const categoryUuid = product.category ? uuids.categoryUuids.get(product.category.id) : undefined
  const sellsTax = basis.taxationType !== "NONE" && basis.taxationType !== "SALES_TAX"
  const content: ProductContent = {
    uuid: uuids.productUuid,
    name: product.title,
    description: product.description ? toPlainText(product.description) : null,
    externalReference: product.handle,
    unitName: product.unitName,
    category: product.category && categoryUuid ? { uuid: categoryUuid, name: product.category.name } : null,
    vatPercentage: sellsTax ? product.taxRate : null,
    createWithDefaultTax: sellsTax && product.taxRate === null,
    variantOptionDefinitions:
      defined.length === 0
        ? null
        : {
            definitions: defined.map((option) => ({
              name: option.title,
              properties: usedValues(product, option).map((value) => ({ value })),
            })),
          },
    variants: product.variants.map((variant) => toVariant(product, variant, { uuids, basis, defined, folded })),
  }
  const notes =
    folded.length === 0
      ? []
      : [
          `The service takes ${PRODUCT_LIMITS.optionDefinitions} options; ` +
            `${folded.map((option) => `‘${option.title}’`).join(", ")} stands in the variant names instead.`,
        ]
  return { content, notes }
}

/** The lone option that Medusa gives a product without variants worth naming. */
function isPlaceholder(product: ShopProduct, option: ShopProduct["options"][number]): boolean {
  return product.options.length === 1 && product.variants.length === 1 && option.title === "Default option"
}

/** Values that a variant has, in the order of the variants; the service wants none that no variant uses. */
function usedValues(product: ShopProduct, option: ShopProduct["options"][number]): string[] {
  return [...new Set(product.variants.flatMap((variant) => variant.options[option.title] ?? []))]
}

function toVariant(
  product: ShopProduct,
  variant: ShopVariant,
  mapping: {
    uuids: ProductUuids
    basis: PriceBasis
    defined: ShopProduct["options"]
    folded: ShopProduct["options"]
  }
): PosVariant {
  const uuid = mapping.uuids.variantUuids.get(variant.id)
  if (!uuid) {
    throw new UnlinkedVariantError(variant.id)
  }
  const foldedValues = mapping.folded.flatMap((option) => variant.options[option.title] ?? [])
  const plain = product.variants.length === 1 && mapping.defined.length === 0
  const name = [plain ? null : variant.title, ...foldedValues].filter(Boolean).join(" / ")
  return {
    uuid,
    name: name || null,
    sku: variant.sku || null,
    barcode: variant.barcode || variant.ean || variant.upc || null,
    price:
      variant.price === null
        ? null
        : {
            amount: toMinorUnits(sellingPrice(product, variant.price, mapping.basis), mapping.basis.currencyCode),
            currencyId: mapping.basis.currencyCode.toUpperCase(),
          },
    options:
      mapping.defined.length === 0
        ? null
        : mapping.defined.flatMap((option) => {
            const value = variant.options[option.title]
            return value === undefined ? [] : [{ name: option.title, value }]
          }),
  }
}

/** The price as the counter shows it: with the tax where the organisation sells inclusive, without where exclusive. */
function sellingPrice(product: ShopProduct, price: string, basis: PriceBasis): BigNumber {
  const amount = new BigNumber(price)
  const wantsTax = basis.taxationMode === null ? product.pricesIncludeTax : basis.taxationMode === "INCLUSIVE"
  if (product.taxRate === null || wantsTax === product.pricesIncludeTax) {
    return amount
  }
  const factor = new BigNumber(product.taxRate).div(100).plus(1)
  return wantsTax ? amount.times(factor) : amount.div(factor)
}

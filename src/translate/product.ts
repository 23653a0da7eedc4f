import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { decimalText, isDecimal } from "./decimal"
import { toMinorUnits } from "./money"
import { toPlainText } from "./plain-text"
import { type OptionPlan, planOptions, usedValues, variantName } from "./product-options"
import { type PriceBasis, sellingPrice } from "./selling-price"
import type { ShopProduct, ShopVariant } from "./shop-product"

/** UUIDs that were chosen for a product, its variants and its category before anything is sent. */
export type ProductUuids = {
  productUuid: string
  /** variant id → UUID */
  variantUuids: ReadonlyMap<string, string>
  /** category id → UUID */
  categoryUuids: ReadonlyMap<string, string>
}

/** A picture that the service has stored. */
export type StoredPicture = { lookupKey: string; imageUrl: string | null }

/** Pictures by their address in the shop; null: pictures are not the shop's to write. */
export type StoredPictures = ReadonlyMap<string, StoredPicture> | null

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
 * organisation sells; the first three options become definitions and the rest joins the variants' names. A picture that
 * is not stored is left out.
 * @throws UnlinkedVariantError, NotAnAmountError, NotADecimalError, UnknownCurrencyError
 */
export function toProductContent(
  product: ShopProduct,
  uuids: ProductUuids,
  basis: PriceBasis,
  pictures: StoredPictures = null
): MappedProduct {
  const plan = planOptions(product)
  const reference = toReference(product)
  const content: ProductContent = {
    uuid: uuids.productUuid,
    name: product.title,
    description: product.description ? toPlainText(product.description) || null : null,
    externalReference: reference.taken,
    unitName: product.unitName,
    category: toCategory(product, uuids),
    ...toTax(product, basis),
    ...toPictures(product, pictures),
    variantOptionDefinitions: toDefinitions(product, plan),
    variants: product.variants.map((variant) => toVariant(product, variant, { uuids, basis, plan, pictures })),
  }
  return { content, notes: [...plan.notes, ...reference.notes] }
}

/** Half a handle would lead nowhere, and a long one is Medusa's doing, who makes it of a long title. */
function toReference({ handle }: ShopProduct): { taken: string | null; notes: string[] } {
  const limit = PRODUCT_LIMITS.externalReferenceLength
  return handle !== null && handle.length > limit
    ? {
        taken: null,
        notes: [`The handle has ${handle.length} characters, at most ${limit} are taken; it is left out.`],
      }
    : { taken: handle, notes: [] }
}

function toCategory({ category }: ShopProduct, { categoryUuids }: ProductUuids): ProductContent["category"] {
  const uuid = category ? categoryUuids.get(category.id) : undefined
  return category && uuid ? { uuid, name: category.name } : null
}

/** A VAT rate is written as a percentage. Sales taxes are the organisation's own list, so its default applies. */
function toTax({ taxRate }: ShopProduct, { taxationType }: PriceBasis) {
  const vat = taxRate === null || taxationType === "NONE" || taxationType === "SALES_TAX" ? null : decimalText(taxRate)
  return { vatPercentage: vat, createWithDefaultTax: vat === null && taxationType !== "NONE" }
}

/** The till shows the first picture by its address, which alone decides; the keys are for a till that still asks for them. */
function toPictures({ images }: ShopProduct, pictures: StoredPictures) {
  if (pictures === null) {
    return {}
  }
  const stored = images.flatMap((url) => pictures.get(url) ?? [])
  return {
    imageLookupKeys: stored.map(attachedKey),
    presentation: { imageUrl: stored[0]?.imageUrl ?? null },
  }
}

/**
 * The key by which a product names a picture: the file's name in its address, with the extension, which the lookup key
 * itself may lack ([imageKeys] in docs/service.md).
 */
function attachedKey({ lookupKey, imageUrl }: StoredPicture): string {
  const path = imageUrl !== null && URL.canParse(imageUrl) ? new URL(imageUrl).pathname : ""
  return path.split("/").at(-1) || lookupKey
}

function toDefinitions(product: ShopProduct, { defined }: OptionPlan): ProductContent["variantOptionDefinitions"] {
  if (defined.length === 0) {
    return null
  }
  return {
    definitions: defined.map((name) => ({
      name,
      properties: usedValues(product, name).map((value) => ({ value })),
    })),
  }
}

/** What the shop paid; a figure that is none is left out rather than keeping the product from the till. */
function toCostPrice(costPrice: string, { currencyCode }: PriceBasis): PosVariant["costPrice"] {
  const currencyId = currencyCode.toUpperCase()
  return isDecimal(costPrice) ? { amount: toMinorUnits(costPrice, currencyId), currencyId } : null
}

function toVariant(
  product: ShopProduct,
  variant: ShopVariant,
  {
    uuids,
    basis,
    plan,
    pictures,
  }: { uuids: ProductUuids; basis: PriceBasis; plan: OptionPlan; pictures: StoredPictures }
): PosVariant {
  const uuid = uuids.variantUuids.get(variant.id)
  if (!uuid) {
    throw new UnlinkedVariantError(variant.id)
  }
  const isOnly = product.variants.length === 1 && plan.defined.length + plan.folded.length === 0
  return {
    uuid,
    name: isOnly ? null : variantName(variant, plan.folded) || null,
    sku: variant.sku || null,
    barcode: variant.barcode || variant.ean || variant.upc || null,
    price: variant.price === null ? null : sellingPrice(variant.price, { ...variant, taxRate: product.taxRate }, basis),
    costPrice: variant.costPrice === null ? null : toCostPrice(variant.costPrice, basis),
    options:
      plan.defined.length === 0
        ? null
        : plan.defined.flatMap((name) => {
            const value = variant.options[name]
            return value === undefined ? [] : [{ name, value }]
          }),
    ...(pictures === null ? {} : { presentation: { imageUrl: pictures.get(variant.image ?? "")?.imageUrl ?? null } }),
  }
}

import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { decimalText, isDecimal } from "./decimal"
import { NotAnAmountError, toMinorUnits } from "./money"
import { toPlainText } from "./plain-text"
import { type OptionPlan, planOptions, usedValues, variantName } from "./product-options"
import { type PriceBasis, sellingPriceOrNull } from "./selling-price"
import type { ShopProduct, ShopVariant } from "./shop-product"
import { shownName, type Violation } from "./violation"

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

/** A mapped product, what a person should know of the mapping, and what of the product has no form that the service takes. */
export type MappedProduct = { content: ProductContent; notes: string[]; violations: Violation[] }

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
 * is not stored is left out, and so is a price that is no amount, which is a violation.
 * @throws UnlinkedVariantError, UnknownCurrencyError
 */
export function toProductContent(
  product: ShopProduct,
  uuids: ProductUuids,
  basis: PriceBasis,
  pictures: StoredPictures = null
): MappedProduct {
  const plan = planOptions(product)
  const reference = toReference(product)
  const variants = product.variants.map((variant) => toVariant(product, variant, { uuids, basis, plan, pictures }))
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
    variants: variants.map(({ variant }) => variant),
  }
  return {
    content,
    notes: [...plan.notes, ...reference.notes, ...variants.flatMap(({ notes }) => notes)],
    violations: [...violationsOfTax(product), ...variants.flatMap(({ violations }) => violations)],
  }
}

function violationsOfTax({ taxRate }: ShopProduct): Violation[] {
  return taxRate === null || isDecimal(taxRate)
    ? []
    : [{ field: "vatPercentage", message: `Product: VAT ‘${taxRate}’ is not a percentage from 0 to 100` }]
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
  const isKnown = taxRate !== null && isDecimal(taxRate)
  const vat = !isKnown || taxationType === "NONE" || taxationType === "SALES_TAX" ? null : decimalText(taxRate)
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

/** What the shop paid; null for a figure that is no amount of the currency. */
function toCostPrice(costPrice: string, { currencyCode }: PriceBasis): PosVariant["costPrice"] {
  const currencyId = currencyCode.toUpperCase()
  try {
    return { amount: toMinorUnits(costPrice, currencyId), currencyId }
  } catch (error) {
    if (error instanceof NotAnAmountError) {
      return null
    }
    throw error
  }
}

type MappedVariant = { variant: PosVariant; notes: string[]; violations: Violation[] }

function toVariant(
  product: ShopProduct,
  variant: ShopVariant,
  {
    uuids,
    basis,
    plan,
    pictures,
  }: { uuids: ProductUuids; basis: PriceBasis; plan: OptionPlan; pictures: StoredPictures }
): MappedVariant {
  const uuid = uuids.variantUuids.get(variant.id)
  if (!uuid) {
    throw new UnlinkedVariantError(variant.id)
  }
  const isOnly = product.variants.length === 1 && plan.defined.length + plan.folded.length === 0
  const price =
    variant.price === null ? null : sellingPriceOrNull(variant.price, { ...variant, taxRate: product.taxRate }, basis)
  const costPrice = variant.costPrice === null ? null : toCostPrice(variant.costPrice, basis)
  const mapped: PosVariant = {
    uuid,
    name: isOnly ? null : variantName(variant, plan.folded) || null,
    sku: variant.sku || null,
    barcode: variant.barcode || variant.ean || variant.upc || null,
    price,
    costPrice,
    options:
      plan.defined.length === 0
        ? null
        : plan.defined.flatMap((name) => {
            const value = variant.options[name]
            return value === undefined ? [] : [{ name, value }]
          }),
    ...(pictures === null ? {} : { presentation: { imageUrl: pictures.get(variant.image ?? "")?.imageUrl ?? null } }),
  }
  const owner = shownName({ ...mapped, name: mapped.name ?? variant.title })
  const currency = basis.currencyCode.toUpperCase()
  return {
    variant: mapped,
    // A figure that is none is left out rather than keeping the product from the till.
    notes:
      variant.costPrice !== null && costPrice === null
        ? [
            `${owner}: the cost price ${variant.costPrice} is no amount in ${currency} that can be sent; it is left out.`,
          ]
        : [],
    violations:
      variant.price !== null && price === null && (product.taxRate === null || isDecimal(product.taxRate))
        ? [{ field: "variants.price", message: `${owner}: the price ${variant.price} is no amount in ${currency}` }]
        : [],
  }
}

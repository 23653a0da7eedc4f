import { decimalText, isDecimal, NotAnAmountError, toMinorUnits } from "../../money/money"
import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../../pos-api/contract"
import { type PriceBasis, sellingPriceOrNull } from "./price-rules"
import { toPlainText } from "./product-texts"
import { shownName, type Violation } from "./product-validation"
import type { StoreProduct, StoreVariant } from "./store-product-mapping"

/** UUIDs that were chosen for a product, its variants and its category before anything is sent. */
export type ProductUuids = {
  productUuid: string
  /** variant id → UUID */
  variantUuids: ReadonlyMap<string, string>
  /** category id → UUID */
  categoryUuids: ReadonlyMap<string, string>
}

/** An image that the POS has stored. */
export type StoredImage = { lookupKey: string; imageUrl: string | null }

/** Images by their URL in the store; null: the store does not write images. */
export type StoredImages = ReadonlyMap<string, StoredImage> | null

/** A mapped product, with notes for a person and with violations for fields that have no form that the POS accepts. */
export type MappedProduct = { content: ProductContent; notes: string[]; violations: Violation[] }

/** A variant was mapped before it had a UUID, which is an error of the caller. */
export class UnlinkedVariantError extends Error {
  constructor(variantId: string) {
    super(`Variant ${variantId} was mapped before it was linked`)
    this.name = "UnlinkedVariantError"
  }
}

/**
 * Maps a product of the store to the POS's format. Prices become minor units, with or without tax as the organization
 * sells. The first three options become definitions, and the others are added to the variants' names. An image that is
 * not stored is left out. A price that is not an amount is left out and is a violation.
 * @throws UnlinkedVariantError, UnknownCurrencyError
 */
export function toProductContent(
  product: StoreProduct,
  uuids: ProductUuids,
  basis: PriceBasis,
  storedImages: StoredImages = null
): MappedProduct {
  const plan = planOptions(product)
  const reference = toReference(product)
  const variants = product.variants.map((variant) => toVariant(product, variant, { uuids, basis, plan, storedImages }))
  const content: ProductContent = {
    uuid: uuids.productUuid,
    name: product.title,
    description: product.description ? toPlainText(product.description) || null : null,
    externalReference: reference.taken,
    unitName: product.unitName,
    category: toCategory(product, uuids),
    ...toTax(product, basis),
    ...toImages(product, storedImages),
    variantOptionDefinitions: toDefinitions(product, plan),
    variants: variants.map(({ variant }) => variant),
  }
  return {
    content,
    notes: [...plan.notes, ...reference.notes, ...variants.flatMap(({ notes }) => notes)],
    violations: [...violationsOfTax(product), ...variants.flatMap(({ violations }) => violations)],
  }
}

function violationsOfTax({ taxRate }: StoreProduct): Violation[] {
  return taxRate === null || isDecimal(taxRate)
    ? []
    : [{ field: "vatPercentage", message: `Product: VAT ‘${taxRate}’ is not a percentage from 0 to 100` }]
}

/**
 * Returns the handle as external reference. One that is too long is left out, because part of a handle identifies
 * nothing; Medusa creates long handles from long titles.
 */
function toReference({ handle }: StoreProduct): { taken: string | null; notes: string[] } {
  const limit = PRODUCT_LIMITS.externalReferenceLength
  return handle !== null && handle.length > limit
    ? {
        taken: null,
        notes: [`The handle has ${handle.length} characters, at most ${limit} are taken; it is left out.`],
      }
    : { taken: handle, notes: [] }
}

function toCategory({ category }: StoreProduct, { categoryUuids }: ProductUuids): ProductContent["category"] {
  const uuid = category ? categoryUuids.get(category.id) : undefined
  return category && uuid ? { uuid, name: category.name } : null
}

/** Maps a VAT rate to a percentage. Sales taxes are the organization's own list, so its default applies. */
function toTax({ taxRate }: StoreProduct, { taxationType }: PriceBasis) {
  const isKnown = taxRate !== null && isDecimal(taxRate)
  const vat = !isKnown || taxationType === "NONE" || taxationType === "SALES_TAX" ? null : decimalText(taxRate)
  return { vatPercentage: vat, createWithDefaultTax: vat === null && taxationType !== "NONE" }
}

/** Maps images. Registers show the first image by its URL alone; the keys are for registers that still ask for them. */
function toImages({ images }: StoreProduct, storedImages: StoredImages) {
  if (storedImages === null) {
    return {}
  }
  const stored = images.flatMap((url) => storedImages.get(url) ?? [])
  return {
    imageLookupKeys: stored.map(attachedKey),
    presentation: { imageUrl: stored[0]?.imageUrl ?? null },
  }
}

/**
 * Returns the key by which a product references an image: the file name in its URL, with the extension, which the
 * lookup key itself may lack ([imageKeys] in docs/reference/pos-api.md).
 */
function attachedKey({ lookupKey, imageUrl }: StoredImage): string {
  const path = imageUrl !== null && URL.canParse(imageUrl) ? new URL(imageUrl).pathname : ""
  return path.split("/").at(-1) || lookupKey
}

function toDefinitions(product: StoreProduct, { defined }: OptionPlan): ProductContent["variantOptionDefinitions"] {
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

/** Returns the cost price in minor units; null when it is not an amount of the currency. */
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
  product: StoreProduct,
  variant: StoreVariant,
  {
    uuids,
    basis,
    plan,
    storedImages,
  }: { uuids: ProductUuids; basis: PriceBasis; plan: OptionPlan; storedImages: StoredImages }
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
    ...(storedImages === null
      ? {}
      : { presentation: { imageUrl: storedImages.get(variant.image ?? "")?.imageUrl ?? null } }),
  }
  const owner = shownName({ ...mapped, name: mapped.name ?? variant.title })
  const currency = basis.currencyCode.toUpperCase()
  return {
    variant: mapped,
    // An invalid cost price is left out, so that it does not keep the product from the POS.
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

/** Which options become definitions, and which are added to the variants' names instead. `notes` are for a person. */
type OptionPlan = { defined: string[]; folded: string[]; notes: string[] }

/** The option that Medusa gives a product whose variants have no options to choose. */
const PLACEHOLDER = "Default option"

/**
 * Plans how a product's options are mapped. The POS accepts three options, and each combination once. Further options
 * are folded into the variants' names; if the first three do not distinguish the variants, all are folded.
 */
function planOptions(product: StoreProduct): OptionPlan {
  const titles = product.options.map(({ title }) => title)
  const isPlaceholder = titles.length === 1 && titles[0] === PLACEHOLDER && product.variants.length === 1
  const meaningful = isPlaceholder ? [] : titles
  const defined = meaningful.slice(0, PRODUCT_LIMITS.optionDefinitions)
  const folded = meaningful.slice(PRODUCT_LIMITS.optionDefinitions)
  if (folded.length === 0) {
    return { defined, folded, notes: [] }
  }
  const limit = PRODUCT_LIMITS.optionDefinitions
  return areDistinct(product.variants, defined)
    ? {
        defined,
        folded,
        notes: [`The POS takes ${limit} options; ${quoted(folded)} is part of the variant names instead.`],
      }
    : {
        defined: [],
        folded: meaningful,
        notes: [
          `The POS takes ${limit} options, and ${quoted(defined)} alone do not distinguish the variants; ` +
            "all options are part of their names.",
        ],
      }
}

/** Returns the values that variants use, in the order of the variants; the POS accepts no unused values. */
function usedValues(product: StoreProduct, title: string): string[] {
  return [...new Set(product.variants.flatMap((variant) => variant.options[title] ?? []))]
}

/** Returns a variant's name: its title, and the values of folded options that the title does not contain. */
function variantName(variant: StoreVariant, folded: string[]): string {
  const title = variant.title?.trim() ?? ""
  const titleParts = new Set(title.split("/").map((part) => part.trim()))
  const values = folded.flatMap((option) => variant.options[option] ?? []).filter((value) => !titleParts.has(value))
  return [title, ...values].filter((part) => part !== "").join(" / ")
}

function areDistinct(variants: StoreVariant[], titles: string[]): boolean {
  const combinations = variants.map((variant) => JSON.stringify(titles.map((title) => variant.options[title] ?? null)))
  return new Set(combinations).size === combinations.length
}

const quoted = (titles: string[]) => titles.map((title) => `‘${title}’`).join(", ")

/** A category of the store, with the names from the root of the tree down to its own. */
export type StoreCategory = { id: string; path: string[] }

/**
 * Picks the one category of a product that the POS shows: the first in the store's order, or the deepest (of equally
 * deep ones the first). Its name is its own, or with those of its ancestors.
 */
export function pickCategory(
  categories: StoreCategory[],
  choice: "first" | "deepest",
  withPath: boolean
): { id: string; name: string } | null {
  const [first] =
    choice === "deepest" ? [...categories].sort((left, right) => right.path.length - left.path.length) : categories
  return first ? { id: first.id, name: withPath ? first.path.join(" / ") : (first.path.at(-1) ?? "") } : null
}

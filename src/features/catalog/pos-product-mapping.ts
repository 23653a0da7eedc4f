import { toMajorUnits } from "../../money/money"
import { type PosProduct, type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../../pos-api/contract"
import { diffFields, diffProduct, type FieldChange } from "./field-changes"
import { pickPosFields, type OwnableField, seenAs, storePart, withoutServiceMembers } from "./field-ownership"
import { type PriceBasis, sellingPriceOrNull, storePrice, type StoreTax } from "./price-rules"
import { fitText, toPlainText } from "./product-texts"
import type { PriceSource, StoreProduct, StoreVariant } from "./store-product-mapping"

/** The option of a product whose variants have no options, or none that distinguish them. */
const DEFAULT_OPTION = "Default option"
const DEFAULT_VALUE = "Default option value"
const VARIANT_OPTION = "Variant"

/** A variant of a draft, in the format of Medusa's workflows; prices are decimal text in major units. */
export type DraftVariant = {
  title: string
  sku: string | null
  barcode: string | null
  options: Record<string, string>
  price: string | null
  costPrice: string | null
}

/** A product of the POS as a draft of the store. Variants are in the POS's order. */
export type ProductDraft = {
  title: string
  description: string | null
  unitName: string | null
  imageUrl: string | null
  categoryName: string | null
  options: { title: string; values: string[] }[]
  variants: DraftVariant[]
}

/**
 * Maps a product of the POS to a draft of the store: the reverse of {@link toProductContent}. A product without a name
 * gets its first variant's name, SKU or barcode, or else part of its UUID.
 * @throws NotAnAmountError, NotADecimalError, UnknownCurrencyError
 */
export function toProductDraft(product: PosProduct, tax: StoreTax, basis: PriceBasis): ProductDraft {
  const variants = product.variants?.length ? product.variants : [{ uuid: product.uuid }]
  const choices = getOptions(product, variants)
  const title = draftTitle(product)
  return {
    title,
    description: product.description || null,
    unitName: product.unitName || null,
    imageUrl: product.presentation?.imageUrl || null,
    categoryName: product.category?.name || null,
    options: choices.options,
    variants: variants.map((variant, index) => ({
      title:
        variant.name || Object.values(choices.chosen[index] ?? {}).find((value) => value !== DEFAULT_VALUE) || title,
      sku: variant.sku || null,
      barcode: variant.barcode || null,
      options: choices.chosen[index] ?? {},
      price: variant.price ? storePrice(variant.price.amount, tax, basis) : null,
      costPrice: variant.costPrice ? toMajorUnits(variant.costPrice.amount, basis.currencyCode) : null,
    })),
  }
}

/** Returns a display name for a product that may have none. */
export function draftTitle(product: PosProduct): string {
  const [first] = product.variants ?? []
  const names = [product.name, first?.name, first?.sku, first?.barcode]
  return names.map((name) => name?.trim()).find(Boolean) ?? `POS ${product.uuid.slice(0, 8)}`
}

type Choices = { options: ProductDraft["options"]; chosen: Record<string, string>[] }

function getOptions(product: PosProduct, variants: PosVariant[]): Choices {
  const titles = [...new Set(product.variantOptionDefinitions?.definitions.map(({ name }) => name) ?? [])]
  const chosenOptions = variants.map(({ options }) =>
    Object.fromEntries((options ?? []).map(({ name, value }) => [name, value]))
  )
  const isWhole = chosenOptions.every((values) => titles.every((title) => values[title]))
  const combinations = new Set(chosenOptions.map((values) => JSON.stringify(titles.map((title) => values[title]))))
  if (titles.length > 0 && isWhole && combinations.size === variants.length) {
    return toChoices(
      titles,
      chosenOptions.map((values) => Object.fromEntries(titles.map((title) => [title, values[title] ?? ""])))
    )
  }
  if (variants.length === 1) {
    return toChoices([DEFAULT_OPTION], [{ [DEFAULT_OPTION]: DEFAULT_VALUE }])
  }
  const names = distinct(
    variants.map((variant, index) => variant.name || variant.sku || variant.barcode || `${index + 1}`)
  )
  return toChoices(
    [VARIANT_OPTION],
    names.map((name) => ({ [VARIANT_OPTION]: name }))
  )
}

function toChoices(titles: string[], chosen: Record<string, string>[]): Choices {
  const getValues = (title: string) => [...new Set(chosen.flatMap((values) => values[title] ?? []))]
  return { options: titles.map((title) => ({ title, values: getValues(title) })), chosen }
}

/** Adds a number to names that occur more than once. */
function distinct(names: string[]): string[] {
  const takenTitles = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; takenTitles.has(free); number++) {
      free = `${name} (${number})`
    }
    takenTitles.add(free)
    return free
  })
}

/** Fields that the POS may own and that have a counterpart in the store. */
export type ImportedField =
  "name" | "description" | "category" | "unitName" | "price" | "costPrice" | "barcode" | "sku" | "images"

type ProductChanges = {
  title?: string
  description?: string | null
  unitName?: string | null
  /** null: it no longer has one */
  category?: { uuid: string; name: string } | null
  /** the category that the POS has shown until now */
  formerCategoryId?: string
  imageUrl?: string
}

export type VariantChanges = {
  id: string
  fields: { sku?: string | null; barcode?: string | null; costPrice?: string | null }
  /** decimal text in major units */
  price?: string
  /** source of the price that it replaces; null or absent: there is none */
  priceSource?: PriceSource | null
  /** the variant at the POS with the price that is replaced, and as it is there now; absent: there is no price yet */
  repriced?: { before: PosVariant; after: PosVariant }
}

/**
 * The changes to a product of the store for the fields that the POS owns. Empty if the store already has the values.
 */
export type OwnedChanges = { productId: string; product: ProductChanges; variants: VariantChanges[] }

type Input = {
  store: StoreProduct
  remote: PosProduct
  owned: (field: ImportedField) => boolean
  /** variant id → UUID */
  uuids: ReadonlyMap<string, string>
  basis: PriceBasis
}

/** Compares a product of the POS with the store's, only in the fields that the POS owns. */
export function ownedChanges({ store, remote, owned, uuids, basis }: Input): OwnedChanges {
  const atPos = new Map((remote.variants ?? []).map((variant) => [variant.uuid, variant]))
  return {
    productId: store.id,
    product: productChanges(store, remote, owned),
    variants: store.variants.flatMap((variant) => {
      const posVariant = atPos.get(uuids.get(variant.id) ?? "")
      return posVariant ? [variantChanges(store, variant, { posVariant, owned, basis })] : []
    }),
  }
}

function productChanges(store: StoreProduct, remote: PosProduct, owned: Input["owned"]): ProductChanges {
  const changes: ProductChanges = {}
  // A product of the store must have a name.
  if (owned("name") && remote.name && remote.name !== store.title) {
    changes.title = remote.name
  }
  const description = remote.description || null
  if (owned("description") && description !== shownDescription(store)) {
    changes.description = description
  }
  const unitName = remote.unitName || null
  if (owned("unitName") && unitName !== store.unitName) {
    changes.unitName = unitName
  }
  const category = remote.category ?? null
  if (owned("category") && category?.name !== store.category?.name) {
    changes.category = category
    if (store.category) {
      changes.formerCategoryId = store.category.id
    }
  }
  const imageUrl = remote.presentation?.imageUrl
  if (owned("images") && imageUrl && imageUrl !== store.images[0]) {
    changes.imageUrl = imageUrl
  }
  return changes
}

/**
 * Returns the description as the POS shows it, so that a truncated one does not replace the whole text in the store.
 */
function shownDescription({ description }: StoreProduct): string | null {
  return description ? fitText(toPlainText(description), PRODUCT_LIMITS.descriptionLength) || null : null
}

function variantChanges(
  store: StoreProduct,
  variant: StoreVariant,
  { posVariant, owned, basis }: { posVariant: PosVariant; owned: Input["owned"]; basis: PriceBasis }
): VariantChanges {
  const changes: VariantChanges = { id: variant.id, fields: {} }
  if (owned("sku") && (posVariant.sku || null) !== (variant.sku || null)) {
    changes.fields.sku = posVariant.sku || null
  }
  if (owned("barcode") && (posVariant.barcode || null) !== (variant.barcode || variant.ean || variant.upc || null)) {
    changes.fields.barcode = posVariant.barcode || null
  }
  const costPrice = posVariant.costPrice ? toMajorUnits(posVariant.costPrice.amount, basis.currencyCode) : null
  if (owned("costPrice") && costPrice !== variant.costPrice) {
    changes.fields.costPrice = costPrice
  }
  const tax = { taxRate: store.taxRate, priceIncludesTax: variant.priceIncludesTax }
  const shownPrice = variant.price === null ? null : (sellingPriceOrNull(variant.price, tax, basis)?.amount ?? null)
  if (owned("price") && posVariant.price && posVariant.price.amount !== shownPrice) {
    changes.price = storePrice(posVariant.price.amount, tax, basis)
    if (shownPrice !== null) {
      const before = { uuid: posVariant.uuid, price: { amount: shownPrice, currencyId: posVariant.price.currencyId } }
      changes.repriced = { before, after: posVariant }
    }
    if (variant.priceSource) {
      changes.priceSource = variant.priceSource
    }
  }
  return changes
}

/** The result of comparing a version of a product at the POS with what was pushed. */
export type VersionClassification = {
  /** true when it differs from what was pushed in a field that the store owns; false also for the echo of a push */
  differs: boolean
  /** the fields in which it differs: from the POS's value to the store's */
  edits: FieldChange[]
  /** content at the POS beside the store's part */
  posContent: object | null
}

/**
 * Compares what the POS has now with what it last accepted. It recognizes the echo of a push by its content,
 * independent of the order of notifications.
 * @param accepted what the POS last accepted
 */
export function classifyVersion(
  accepted: ProductContent,
  remote: PosProduct,
  posOwned: ReadonlySet<OwnableField>
): VersionClassification {
  const store = storePart(withoutServiceMembers(accepted), posOwned)
  const differs = diffProduct(seenAs(remote, store), store) !== null
  return { differs, edits: differs ? diffFields(remote, store) : [], posContent: pickPosFields(remote, store) }
}

import type { PosProduct, PosVariant } from "../pos-api/contract"
import { toMajorUnits } from "./money"
import { type PriceBasis, shopPrice, type ShopTax } from "./selling-price"

/** The option of a product whose variants name none of their own, or none that tells them apart. */
const DEFAULT_OPTION = "Default option"
const DEFAULT_VALUE = "Default option value"
const VARIANT_OPTION = "Variant"

/** A variant of a draft, in the words of Medusa's workflows; prices are decimal text in major units. */
export type DraftVariant = {
  title: string
  sku: string | null
  barcode: string | null
  options: Record<string, string>
  price: string | null
  costPrice: string | null
}

/** A product of the counter as a draft of the shop. Variants stand in the counter's order. */
export type ShopDraft = {
  title: string
  description: string | null
  unitName: string | null
  imageUrl: string | null
  categoryName: string | null
  options: { title: string; values: string[] }[]
  variants: DraftVariant[]
}

/**
 * Writes a product of the counter as a draft of the shop: the other direction of {@link toProductContent}. A product
 * without a name takes its first variant's name, SKU or barcode, and in the end its UUID.
 */
export function toShopDraft(product: PosProduct, tax: ShopTax, basis: PriceBasis): ShopDraft {
  const variants = product.variants?.length ? product.variants : [{ uuid: product.uuid }]
  const choices = optionsOf(product, variants)
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
      price: variant.price ? shopPrice(variant.price.amount, tax, basis) : null,
      costPrice: variant.costPrice ? toMajorUnits(variant.costPrice.amount, basis.currencyCode) : null,
    })),
  }
}

/** A name for people, of a product that may have none. */
export function draftTitle(product: PosProduct): string {
  const [first] = product.variants ?? []
  const names = [product.name, first?.name, first?.sku, first?.barcode]
  return names.map((name) => name?.trim()).find(Boolean) ?? `POS ${product.uuid.slice(0, 8)}`
}

type Choices = { options: ShopDraft["options"]; chosen: Record<string, string>[] }

function optionsOf(product: PosProduct, variants: PosVariant[]): Choices {
  const titles = [...new Set(product.variantOptionDefinitions?.definitions.map(({ name }) => name) ?? [])]
  const chosen = variants.map(({ options }) =>
    Object.fromEntries((options ?? []).map(({ name, value }) => [name, value]))
  )
  const isWhole = chosen.every((values) => titles.every((title) => values[title]))
  const combinations = new Set(chosen.map((values) => JSON.stringify(titles.map((title) => values[title]))))
  if (titles.length > 0 && isWhole && combinations.size === variants.length) {
    return toChoices(
      titles,
      chosen.map((values) => Object.fromEntries(titles.map((title) => [title, values[title] ?? ""])))
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
  const valuesOf = (title: string) => [...new Set(chosen.flatMap((values) => values[title] ?? []))]
  return { options: titles.map((title) => ({ title, values: valuesOf(title) })), chosen }
}

/** Names that are there twice get a number. */
function distinct(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free); number++) {
      free = `${name} (${number})`
    }
    taken.add(free)
    return free
  })
}

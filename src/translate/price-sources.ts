import type { PosVariant, ProductContent } from "../pos-api/contract"
import { toColumnText } from "./money"
import type { ShopProduct, ShopVariant } from "./shop-product"
import type { Violation } from "./violation"

/** A price list or a region, as a person knows it. */
export type ChosenSource = { kind: "price list" | "region"; name: string; isDeleted: boolean }

/** Where prices of a connection come from. */
export type PriceSources = {
  /** the price list or region that the merchant chose; null: neither */
  chosen: ChosenSource | null
  /** price lists and regions that the connection's prices depend on and that are deleted */
  deleted: ChosenSource[]
  /** what becomes of a variant that the chosen source has no price for */
  missing: "fall_back" | "reject"
  regionName: string
  currencyCode: string
  /** titles of price lists, by id */
  listNames: ReadonlyMap<string, string>
}

/** So many variants are named in one note. */
const NAMED = 5

/** A price that is shown instead of the store's has no source. */
export const isOverridden = ({ price, priceSource }: ShopVariant) => price !== null && !priceSource

const nameOf = ({ title, sku, id }: ShopVariant) => title || sku || id

/** What a person should know of where a product's prices come from, and what keeps it from the POS. */
export function checkPriceSources(
  parts: ShopProduct[],
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
    const says = (variant: ShopVariant) =>
      kind === "region"
        ? `Variant ‘${nameOf(variant)}’: the region ‘${name}’ has no price`
        : `Variant ‘${nameOf(variant)}’: the price list ‘${name}’ has no price`
    return {
      notes: held,
      violations: missing.map((variant) => ({ field: "variants.price", message: says(variant) })),
    }
  }
  const bySource = new Map<string, ShopVariant[]>()
  for (const variant of missing.filter(({ price }) => price !== null)) {
    const used = describeSource(variant, sources)
    bySource.set(used, [...(bySource.get(used) ?? []), variant])
  }
  const fallbacks = [...bySource].map(
    ([used, variants]) => `The ${kind} ‘${name}’ has no price for ${listNames(variants)}: ${used} is sent.`
  )
  return { notes: [...held, ...fallbacks], violations: [] }
}

function lacksChosenPrice(variant: ShopVariant, { chosen }: PriceSources): boolean {
  if (chosen === null || isOverridden(variant)) {
    return false
  }
  const source = variant.priceSource?.kind
  return chosen.kind === "price list" ? source !== "chosen-list" : source === undefined || source === "currency"
}

function describeSource({ priceSource }: ShopVariant, { regionName, currencyCode, listNames: names }: PriceSources) {
  const id = priceSource?.priceListId
  if (id) {
    return `the price of the price list ‘${names.get(id) ?? id}’`
  }
  return priceSource?.kind === "region"
    ? `the price of the region ‘${regionName}’`
    : `the base price in ${currencyCode.toUpperCase()}`
}

function listNames(variants: ShopVariant[]): string {
  const named = variants.slice(0, NAMED).map((variant) => `‘${nameOf(variant)}’`)
  const others = variants.length - named.length
  return others > 0 ? `${named.join(", ")} and ${others} more` : named.join(", ")
}

/** Whether the store takes a price that is changed at the POS: not where its own comes from a sale or another price list. */
export const isWritable = (
  { priceSource }: Pick<ShopVariant, "priceSource">,
  { deleted }: Pick<PriceSources, "deleted">
) => deleted.length === 0 && priceSource?.kind !== "other-list"

/**
 * Prices that were changed at the POS and that the store does not take, while they differ.
 * @param pricesOf the variant as the store has it for the POS, and as the POS has it
 */
export function describeUnwritten(
  parts: ShopProduct[],
  sources: PriceSources,
  pricesOf: (variantId: string) => { shown: PosVariant["price"]; seen: PosVariant["price"] }
): string[] {
  return parts
    .flatMap(({ variants }) => variants)
    .flatMap((variant) => {
      const { shown, seen } = pricesOf(variant.id)
      return seen && !isOverridden(variant) && !isWritable(variant, sources) && seen.amount !== shown?.amount
        ? [
            `The price of ‘${nameOf(variant)}’ at the POS (${toColumnText(seen.amount, seen.currencyId)} ${seen.currencyId}) ` +
              `is not written into the store, which has ${describeSource(variant, sources)}.`,
          ]
        : []
    })
}

/** The content with the prices that stay at the POS, by variant UUID. */
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

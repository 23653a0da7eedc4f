import { PRODUCT_LIMITS } from "../pos-api/contract"
import type { ShopProduct, ShopVariant } from "./shop-product"

/** Which options become definitions, and which join the variants' names instead. `notes` are for a person. */
export type OptionPlan = { defined: string[]; folded: string[]; notes: string[] }

/** The option that Medusa gives a product whose variants have nothing to choose. */
const PLACEHOLDER = "Default option"

/**
 * Lays a product's options out for the service, which takes three, each combination once. More are folded into the
 * variants' names; when the first three do not tell the variants apart, all are.
 */
export function planOptions(product: ShopProduct): OptionPlan {
  const titles = product.options.map(({ title }) => title)
  const isPlaceholder = titles.length === 1 && titles[0] === PLACEHOLDER && product.variants.length === 1
  const meaningful = isPlaceholder ? [] : titles
  const defined = meaningful.slice(0, PRODUCT_LIMITS.optionDefinitions)
  const folded = meaningful.slice(PRODUCT_LIMITS.optionDefinitions)
  if (folded.length === 0) {
    return { defined, folded, notes: [] }
  }
  const limit = `The service takes ${PRODUCT_LIMITS.optionDefinitions} options`
  return tellApart(product.variants, defined)
    ? { defined, folded, notes: [`${limit}; ${quoted(folded)} stands in the variant names instead.`] }
    : {
        defined: [],
        folded: meaningful,
        notes: [
          `${limit}, and ${quoted(defined)} alone do not tell the variants apart; all options stand in their names.`,
        ],
      }
}

/** Values that a variant has, in the order of the variants; the service wants none that no variant uses. */
export function usedValues(product: ShopProduct, title: string): string[] {
  return [...new Set(product.variants.flatMap((variant) => variant.options[title] ?? []))]
}

/** A variant's name: its title, and the values of folded options that the title does not name. */
export function variantName(variant: ShopVariant, folded: string[]): string {
  const title = variant.title?.trim() ?? ""
  const named = new Set(title.split("/").map((part) => part.trim()))
  const values = folded.flatMap((option) => variant.options[option] ?? []).filter((value) => !named.has(value))
  return [title, ...values].filter((part) => part !== "").join(" / ")
}

function tellApart(variants: ShopVariant[], titles: string[]): boolean {
  const combinations = variants.map((variant) => JSON.stringify(titles.map((title) => variant.options[title] ?? null)))
  return new Set(combinations).size === combinations.length
}

const quoted = (titles: string[]) => titles.map((title) => `‘${title}’`).join(", ")

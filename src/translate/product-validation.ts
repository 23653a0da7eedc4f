import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { validateOptions } from "./option-validation"
import { shownName, type Violation } from "./violation"

export type { Violation } from "./violation"

/** Checks a product against every limit of the service before it is sent (service-facts "Known limits"). */
export function validateProduct(content: ProductContent, currencyCode: string): Violation[] {
  const variants = content.variants ?? []
  return [
    ...validateName("name", "Product", content.name),
    ...validateVariantCount(variants),
    ...validateIdentity(variants),
    ...validateTax(content, variants),
    ...variants.flatMap((variant) => validateVariant(variant, currencyCode.toUpperCase())),
    ...validateOptions(content, variants),
  ]
}

function validateName(field: string, owner: string, name: string | null | undefined): Violation[] {
  if (field === "name" && !name?.trim()) {
    return [{ field, message: `${owner}: the name is empty` }]
  }
  const length = name?.length ?? 0
  return length > PRODUCT_LIMITS.nameLength
    ? [
        {
          field,
          message: `${owner}: the name has ${length} characters, at most ${PRODUCT_LIMITS.nameLength} are taken`,
        },
      ]
    : []
}

function validateVariantCount(variants: PosVariant[]): Violation[] {
  if (variants.length === 0) {
    return [{ field: "variants", message: "The product has no variant" }]
  }
  return variants.length > PRODUCT_LIMITS.variants
    ? [
        {
          field: "variants",
          message: `The product has ${variants.length} variants, at most ${PRODUCT_LIMITS.variants} are taken`,
        },
      ]
    : []
}

function validateIdentity(variants: PosVariant[]): Violation[] {
  const seen = new Set<string>()
  return variants.flatMap((variant) => {
    const isKnown = seen.has(variant.uuid)
    seen.add(variant.uuid)
    return isKnown
      ? [{ field: "variants.uuid", message: `${shownName(variant)}: its UUID ${variant.uuid} is another variant's` }]
      : []
  })
}

/** All variants of a product share one VAT percentage, the product's own where it has one. */
function validateTax(content: ProductContent, variants: PosVariant[]): Violation[] {
  const rates = new Set(
    [content.vatPercentage, ...variants.map((variant) => variant.vatPercentage)].flatMap((rate) => rate ?? [])
  )
  const unreadable = [...rates].filter((rate) => !/^\d{1,2}(\.\d+)?$|^100(\.0+)?$/.test(rate))
  const distinct = new Set([...rates].map(Number))
  return [
    ...unreadable.map((rate) => ({
      field: "vatPercentage",
      message: `Product: VAT ‘${rate}’ is not a percentage from 0 to 100`,
    })),
    ...(distinct.size > 1
      ? [
          {
            field: "vatPercentage",
            message: `Product: its variants must share one VAT percentage, but have ${[...rates].join(", ")}`,
          },
        ]
      : []),
  ]
}

function validateVariant(variant: PosVariant, currencyId: string): Violation[] {
  const owner = shownName(variant)
  const field = "variants.price"
  const found = validateName("variants.name", owner, variant.name)
  if (!variant.price) {
    return [...found, { field, message: `${owner}: price is missing in ${currencyId}` }]
  }
  if (variant.price.amount < 0) {
    found.push({ field, message: `${owner}: price ${variant.price.amount} is below 0` })
  }
  if (variant.price.currencyId !== currencyId) {
    found.push({ field, message: `${owner}: price is in ${variant.price.currencyId}, not in ${currencyId}` })
  }
  return found
}

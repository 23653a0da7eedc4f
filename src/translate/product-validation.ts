import { type PosCategory, type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { validateOptions } from "./option-validation"
import { shownName, type Violation } from "./violation"

export type { Violation } from "./violation"

/** Checks a product against every limit of the service before it is sent (observed "Product library"). */
export function validateProduct(content: ProductContent, currencyCode: string): Violation[] {
  const variants = content.variants ?? []
  return [
    ...validateName("name", "Product", content.name),
    ...validateLengths("Product", PRODUCT_TEXTS, content),
    ...validateLengths("Product", CATEGORY_TEXTS, content.category ?? {}),
    ...validateVariantCount(variants),
    ...validateIdentity(variants),
    ...validateTax(content, variants),
    ...variants.flatMap((variant) => validateVariant(variant, currencyCode.toUpperCase())),
    ...validateOptions(content, variants),
  ]
}

/** A text of the product: the field as it is named in a message, its word for a person, and how long it may be. */
type Limited<Owner> = { member: keyof Owner; field: string; word: string; limit: number }

const PRODUCT_TEXTS: Limited<ProductContent>[] = [
  { member: "description", field: "description", word: "description", limit: PRODUCT_LIMITS.descriptionLength },
  {
    ...{ member: "externalReference", field: "externalReference", word: "external reference" },
    limit: PRODUCT_LIMITS.externalReferenceLength,
  },
  { member: "unitName", field: "unitName", word: "unit", limit: PRODUCT_LIMITS.unitNameLength },
]

const CATEGORY_TEXTS: Limited<PosCategory>[] = [
  { member: "name", field: "category", word: "category’s name", limit: PRODUCT_LIMITS.categoryNameLength },
]

const VARIANT_TEXTS: Limited<PosVariant>[] = [
  {
    member: "description",
    field: "variants.description",
    word: "description",
    limit: PRODUCT_LIMITS.descriptionLength,
  },
  { member: "sku", field: "variants.sku", word: "SKU", limit: PRODUCT_LIMITS.skuLength },
  { member: "barcode", field: "variants.barcode", word: "barcode", limit: PRODUCT_LIMITS.barcodeLength },
]

function validateLengths<Owner extends object>(owner: string, texts: Limited<Owner>[], texted: Partial<Owner>) {
  return texts.flatMap(({ member, field, word, limit }): Violation[] => {
    const text = texted[member]
    return typeof text === "string" && text.length > limit
      ? [{ field, message: `${owner}: the ${word} has ${text.length} characters, at most ${limit} are taken` }]
      : []
  })
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
  const found = [
    ...validateName("variants.name", owner, variant.name),
    ...validateLengths(owner, VARIANT_TEXTS, variant),
  ]
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

import { type PosCategory, type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../../pos-api/contract"

/** A value that the POS would reject. `message` names field, rule and value, for a person. */
export type Violation = { field: string; message: string }

/** Returns how messages name a variant: by its name, SKU or UUID. */
export const shownName = (variant: PosVariant) => `Variant ‘${variant.name || variant.sku || variant.uuid}’`

/** Checks a product against every limit of the POS before it is sent (observed "Product library"). */
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

/** A text field with its path, its name in messages, and its maximum length. */
type Limited<Owner> = { member: keyof Owner; field: string; word: string; limit: number }

const PRODUCT_TEXTS: Limited<ProductContent>[] = [
  { member: "description", field: "description", word: "description", limit: PRODUCT_LIMITS.descriptionLength },
  {
    member: "externalReference",
    field: "externalReference",
    word: "external reference",
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

/** Checks that all variants of a product share one VAT percentage, including the product's own if it has one. */
function validateTax(content: ProductContent, variants: PosVariant[]): Violation[] {
  const rates = new Set(
    [content.vatPercentage, ...variants.map((variant) => variant.vatPercentage)].flatMap((rate) => rate ?? [])
  )
  const unreadable = [...rates].filter((rate) => !/^\d{1,2}(\.\d+)?$|^100(\.0+)?$/.test(rate))
  const distinct = new Set([...rates].map(Number))
  const messages = unreadable.map((rate) => `Product: VAT ‘${rate}’ is not a percentage from 0 to 100`)
  if (distinct.size > 1) {
    messages.push(`Product: its variants must share one VAT percentage, but have ${[...rates].join(", ")}`)
  }
  return messages.map((message) => ({ field: "vatPercentage", message }))
}

function validateVariant(variant: PosVariant, currencyId: string): Violation[] {
  const owner = shownName(variant)
  const field = "variants.price"
  const violations = [
    ...validateName("variants.name", owner, variant.name),
    ...validateLengths(owner, VARIANT_TEXTS, variant),
  ]
  if (!variant.price) {
    return [...violations, { field, message: `${owner}: price is missing in ${currencyId}` }]
  }
  if (variant.price.amount < 0) {
    violations.push({ field, message: `${owner}: price ${variant.price.amount} is below 0` })
  }
  if (variant.price.currencyId !== currencyId) {
    violations.push({ field, message: `${owner}: price is in ${variant.price.currencyId}, not in ${currencyId}` })
  }
  return violations
}

type Definition = NonNullable<ProductContent["variantOptionDefinitions"]>["definitions"][number]

const violation = (message: string): Violation => ({ field: "options", message })

/**
 * Checks options: at most three, with unique names of 1 to 30 characters, and 1 to 99 values of 1 to 256 characters.
 * Every variant has a value for each option and for no other, and no two variants have the same combination (observed
 * "Product library").
 */
function validateOptions(content: ProductContent, variants: PosVariant[]): Violation[] {
  const definitions = content.variantOptionDefinitions?.definitions ?? []
  return [
    ...validateCount(definitions),
    ...findRepeated(definitions.map(({ name }) => name)).map((name) =>
      violation(`Option ‘${name}’ is defined more than once`)
    ),
    ...definitions.flatMap(validateDefinition),
    ...variants.flatMap((variant) => validateChoice(variant, definitions)),
    ...(definitions.length > 0 ? validateCombinations(variants, definitions) : []),
  ]
}

function validateCount(definitions: Definition[]): Violation[] {
  const limit = PRODUCT_LIMITS.optionDefinitions
  return definitions.length > limit
    ? [violation(`The product has ${definitions.length} options, at most ${limit} are taken`)]
    : []
}

function validateDefinition(definition: Definition): Violation[] {
  const values = definition.properties.map((property) => property.value)
  const { optionNameLength, optionValueLength, optionValues, imageAddressLength } = PRODUCT_LIMITS
  const images = definition.properties.flatMap(({ imageUrl }) => imageUrl ?? [])
  const problems = [
    ...findUnfit([definition.name], optionNameLength),
    ...findUnfit(values, optionValueLength),
    ...findUnfit(images, imageAddressLength),
    ...findRepeated(values).map((value) => `‘${value}’ occurs more than once`),
  ]
  return [
    ...problems.map((problem) => violation(`Option ‘${definition.name}’: ${problem}`)),
    ...validateValueCount(definition.name, values.length, optionValues),
  ]
}

function findUnfit(texts: string[], limit: number): string[] {
  return texts
    .filter((text) => text.trim() === "" || text.length > limit)
    .map((text) => `‘${text}’ must have 1 to ${limit} characters`)
}

function validateValueCount(name: string, count: number, limit: number): Violation[] {
  if (count === 0) {
    return [violation(`Option ‘${name}’ has no values`)]
  }
  return count > limit ? [violation(`Option ‘${name}’ has ${count} values, at most ${limit} are taken`)] : []
}

function validateChoice(variant: PosVariant, definitions: Definition[]): Violation[] {
  const chosenOptions = variant.options ?? []
  const missing = definitions.filter(({ name }) => !chosenOptions.some((option) => option.name === name))
  const undefinedOnes = chosenOptions.filter(({ name, value }) => {
    const definition = definitions.find((candidate) => candidate.name === name)
    return !definition?.properties.some((property) => property.value === value)
  })
  return [
    ...missing.map(({ name }) => violation(`${shownName(variant)}: no value for option ‘${name}’`)),
    ...undefinedOnes.map(({ name, value }) =>
      violation(`${shownName(variant)}: ‘${value}’ is not a value of option ‘${name}’`)
    ),
  ]
}

function validateCombinations(variants: PosVariant[], definitions: Definition[]): Violation[] {
  const seen = new Set<string>()
  return variants.flatMap((variant) => {
    const values = definitions.flatMap(
      ({ name }) => variant.options?.find((option) => option.name === name)?.value ?? []
    )
    const combination = JSON.stringify(values)
    const isRepeated = values.length === definitions.length && seen.has(combination)
    seen.add(combination)
    return isRepeated
      ? [violation(`${shownName(variant)}: the combination ${values.join(" / ")} occurs more than once`)]
      : []
  })
}

function findRepeated(texts: string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}

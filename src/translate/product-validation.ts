import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"

/** One thing that the service would refuse. `message` names field, rule and value, for a person. */
export type Violation = { field: string; message: string }

/** Checks a product against every limit of the service before it is sent (service-facts "Known limits"). */
export function validateProduct(content: ProductContent, currencyCode: string): Violation[] {
  const variants = content.variants ?? []
  return [
    ...validateName("name", "Product", content.name),
    ...validateVariantCount(variants),
    ...variants.flatMap((variant) => validateVariant(variant, currencyCode)),
    ...validateOptions(content, variants),
  ]
}

const shownName = (variant: PosVariant) => `Variant ‘${variant.name || variant.sku || variant.uuid}’`

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

function validateVariant(variant: PosVariant, currencyCode: string): Violation[] {
  const owner = shownName(variant)
  const found = validateName("variants.name", owner, variant.name)
  if (!variant.price) {
    found.push({ field: "variants.price", message: `${owner}: price is missing in ${currencyCode.toUpperCase()}` })
  } else if (variant.price.amount < 0) {
    found.push({ field: "variants.price", message: `${owner}: price ${variant.price.amount} is below 0` })
  }
  return found
}

function validateOptions(content: ProductContent, variants: PosVariant[]): Violation[] {
  const definitions = content.variantOptionDefinitions?.definitions ?? []
  const found: Violation[] = []
  for (const definition of definitions) {
    for (const text of [definition.name, ...definition.properties.map((property) => property.value)]) {
      if (text.length < 1 || text.length > PRODUCT_LIMITS.optionNameLength) {
        const rule = `must have 1 to ${PRODUCT_LIMITS.optionNameLength} characters`
        found.push({ field: "options", message: `Option ‘${definition.name}’: ‘${text}’ ${rule}` })
      }
    }
  }
  const seen = new Set<string>()
  for (const variant of definitions.length > 0 ? variants : []) {
    const values = definitions.map(({ name }) => variant.options?.find((option) => option.name === name)?.value)
    const missing = definitions.filter((_definition, index) => values[index] === undefined)
    found.push(
      ...missing.map(({ name }) => ({
        field: "options",
        message: `${shownName(variant)}: no value for option ‘${name}’`,
      }))
    )
    const combination = JSON.stringify(values)
    if (missing.length === 0 && seen.has(combination)) {
      const message = `${shownName(variant)}: the combination ${values.join(" / ")} occurs twice`
      found.push({ field: "options", message })
    }
    seen.add(combination)
  }
  return found
}

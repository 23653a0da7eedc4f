import { type ErrorBody, type PosProduct, type PosVariant, PRODUCT_LIMITS } from "../../pos-api/contract"

type Violation = NonNullable<ErrorBody["violations"]>[number]

const violation = (propertyName: string, constraintType: string, developerMessage: string): Violation => ({
  propertyName,
  constraintType,
  developerMessage,
})

/** Everything about a product that the library does not accept (service-facts "Known limits"). */
export function findViolations(product: PosProduct): Violation[] {
  const variants = product.variants ?? []
  return [...nameViolations(product), ...variantViolations(variants), ...optionViolations(product, variants)]
}

function nameViolations(product: PosProduct): Violation[] {
  if (!product.name?.trim()) {
    return [violation("name", "NOT_BLANK", "name must not be blank")]
  }
  return product.name.length > PRODUCT_LIMITS.nameLength
    ? [violation("name", "SIZE", `name must have at most ${PRODUCT_LIMITS.nameLength} characters`)]
    : []
}

function variantViolations(variants: PosVariant[]): Violation[] {
  const found: Violation[] = []
  if (variants.length === 0) {
    found.push(violation("variants", "SIZE", "a product needs at least one variant"))
  }
  if (variants.length > PRODUCT_LIMITS.variants) {
    found.push(violation("variants", "SIZE", `a product has at most ${PRODUCT_LIMITS.variants} variants`))
  }
  if (new Set(variants.map((variant) => variant.uuid)).size < variants.length) {
    found.push(violation("variants", "UNIQUE", "variant uuids must differ"))
  }
  variants.forEach((variant, index) => {
    const path = `variants[${index}]`
    if ((variant.name?.length ?? 0) > PRODUCT_LIMITS.nameLength) {
      found.push(violation(`${path}.name`, "SIZE", `name must have at most ${PRODUCT_LIMITS.nameLength} characters`))
    }
    if ((variant.price?.amount ?? 0) < 0) {
      found.push(violation(`${path}.price.amount`, "MIN", "price must be 0 or more"))
    }
  })
  const rates = new Set(variants.flatMap((variant) => variant.vatPercentage ?? []))
  if (rates.size > 1) {
    found.push(violation("variants", "SAME_VAT", "all variants of a product share one VAT percentage"))
  }
  return found
}

function optionViolations(product: PosProduct, variants: PosVariant[]): Violation[] {
  const definitions = product.variantOptionDefinitions?.definitions ?? []
  const found: Violation[] = []
  if (definitions.length > PRODUCT_LIMITS.optionDefinitions) {
    const message = `at most ${PRODUCT_LIMITS.optionDefinitions} option definitions`
    found.push(violation("variantOptionDefinitions.definitions", "SIZE", message))
  }
  for (const definition of definitions) {
    const texts = [definition.name, ...definition.properties.map((property) => property.value)]
    if (texts.some((text) => text.length < 1 || text.length > PRODUCT_LIMITS.optionNameLength)) {
      const message = `option names have 1 to ${PRODUCT_LIMITS.optionNameLength} characters`
      found.push(violation("variantOptionDefinitions.definitions", "SIZE", message))
    }
  }
  if (definitions.length === 0) {
    return found
  }
  const combinations = variants.map((variant, index) => {
    const named = definitions.map(
      (definition) => (variant.options ?? []).find((option) => option.name === definition.name)?.value
    )
    if (named.includes(undefined)) {
      found.push(violation(`variants[${index}].options`, "NOT_NULL", "a value is needed for each option definition"))
    }
    return JSON.stringify(named)
  })
  if (new Set(combinations).size < combinations.length) {
    found.push(violation("variants", "UNIQUE", "each combination of options may occur once"))
  }
  return found
}

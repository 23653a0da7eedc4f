import { type PosVariant, PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { shownName, type Violation } from "./violation"

type Definition = NonNullable<ProductContent["variantOptionDefinitions"]>["definitions"][number]

const violation = (message: string): Violation => ({ field: "options", message })

/**
 * Checks options: at most three, each named once with 1 to 30 characters, with 1 to 99 values of 1 to 256; every variant
 * names a value for each of them and for no other, and no two the same (observed "Product library").
 */
export function validateOptions(content: ProductContent, variants: PosVariant[]): Violation[] {
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
  const { optionNameLength, optionValueLength, optionValues, pictureAddressLength } = PRODUCT_LIMITS
  const pictures = definition.properties.flatMap(({ imageUrl }) => imageUrl ?? [])
  const problems = [
    ...findUnfit([definition.name], optionNameLength),
    ...findUnfit(values, optionValueLength),
    ...findUnfit(pictures, pictureAddressLength),
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
  const chosen = variant.options ?? []
  const missing = definitions.filter(({ name }) => !chosen.some((option) => option.name === name))
  const undefinedOnes = chosen.filter(({ name, value }) => {
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

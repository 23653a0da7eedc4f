import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { createHash } from "node:crypto"
import type { Request } from "express"
import { type PosProduct, type PosVariant, PRODUCT_LIMITS } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { Violation } from "../http/http-error"

/** The most characters of each text, and whether what the specification does not bound is bounded. */
export type TextLimits = {
  description: number
  sku: number
  barcode: number
  externalReference: number
  unitName: number
  categoryName: number
  categories: number
  optionValue: number
  optionImageUrl: number
  optionValues: number
  vatPercentage: number
}

/** As specified: what is not named there has no bound but that of the body. */
export const SPECIFIED_LIMITS: TextLimits = {
  description: Infinity,
  sku: Infinity,
  barcode: Infinity,
  externalReference: Infinity,
  unitName: Infinity,
  categoryName: Infinity,
  categories: Infinity,
  optionValue: PRODUCT_LIMITS.optionNameLength,
  optionImageUrl: Infinity,
  optionValues: Infinity,
  vatPercentage: Infinity,
}

/** As the running POS was observed to take them (docs/reference/pos-api.md, productLimits). */
export const OBSERVED_LIMITS: TextLimits = {
  description: 1_024,
  sku: 64,
  barcode: 128,
  externalReference: 128,
  unitName: 32,
  categoryName: 100,
  categories: 1,
  optionValue: 256,
  optionImageUrl: 256,
  optionValues: 99,
  vatPercentage: 100,
}

const violation = (
  propertyName: string,
  constraintType: string,
  developerMessage: string,
  value?: unknown
): Violation => ({ propertyName, constraintType, developerMessage, value })

/** Everything about a product that the library does not accept (observed "Product library"). */
export function findViolations(product: PosProduct, limits: TextLimits): Violation[] {
  const variants = product.variants ?? []
  return [
    ...nameViolations(product),
    ...textViolations(product, limits),
    ...variantViolations(variants, limits),
    ...optionViolations(product, variants, limits),
  ]
}

function nameViolations(product: PosProduct): Violation[] {
  if (!product.name?.trim()) {
    return [violation("name", "NOT_BLANK", "name must not be blank", product.name)]
  }
  return tooLong("name", product.name, PRODUCT_LIMITS.nameLength)
}

function textViolations(product: PosProduct, limits: TextLimits): Violation[] {
  const categories = product.categories?.length ?? 0
  return [
    ...tooLong("description", product.description, limits.description),
    ...tooLong("externalReference", product.externalReference, limits.externalReference),
    ...tooLong("unitName", product.unitName, limits.unitName),
    ...tooLong("category.name", product.category?.name, limits.categoryName),
    ...vatViolations("vatPercentage", product.vatPercentage, limits),
    ...(categories > limits.categories
      ? [violation("categories", "SIZE", `a product has at most ${limits.categories} category`)]
      : []),
  ]
}

function tooLong(path: string, text: string | null | undefined, most: number): Violation[] {
  const name = path.slice(path.lastIndexOf(".") + 1)
  return text && text.length > most
    ? [violation(path, "SIZE", `${name} must have at most ${most} characters`, text)]
    : []
}

function vatViolations(path: string, percentage: string | null | undefined, limits: TextLimits): Violation[] {
  const number = new BigNumber(percentage ?? 0)
  const isWithin = limits.vatPercentage === Infinity || (number.gte(0) && number.lte(limits.vatPercentage))
  return isWithin ? [] : [violation(path, "RANGE", `must be from 0 to ${limits.vatPercentage}`, percentage)]
}

function variantViolations(variants: PosVariant[], limits: TextLimits): Violation[] {
  const violations: Violation[] = []
  if (variants.length === 0) {
    violations.push(violation("variants", "SIZE", "a product needs at least one variant"))
  }
  if (variants.length > PRODUCT_LIMITS.variants) {
    violations.push(violation("variants", "SIZE", `a product has at most ${PRODUCT_LIMITS.variants} variants`))
  }
  if (new Set(variants.map((variant) => variant.uuid)).size < variants.length) {
    violations.push(violation("variants", "UNIQUE", "variant uuids must differ"))
  }
  variants.forEach((variant, index) => {
    const path = `variants[${index}]`
    violations.push(
      ...tooLong(`${path}.name`, variant.name, PRODUCT_LIMITS.nameLength),
      ...tooLong(`${path}.description`, variant.description, limits.description),
      ...tooLong(`${path}.sku`, variant.sku, limits.sku),
      ...tooLong(`${path}.barcode`, variant.barcode, limits.barcode),
      ...vatViolations(`${path}.vatPercentage`, variant.vatPercentage, limits)
    )
    const amount = variant.price?.amount ?? 0
    if (amount < 0) {
      violations.push(violation(`${path}.price.amount`, "MIN", "price must be 0 or more", amount))
    }
  })
  const rates = new Set(variants.flatMap((variant) => variant.vatPercentage ?? []))
  if (rates.size > 1) {
    violations.push(violation("variants", "SAME_VAT", "all variants of a product share one VAT percentage"))
  }
  return violations
}

const DEFINITIONS = "variantOptionDefinitions.definitions"

function optionViolations(product: PosProduct, variants: PosVariant[], limits: TextLimits): Violation[] {
  const definitions = product.variantOptionDefinitions?.definitions ?? []
  const violations: Violation[] = []
  if (definitions.length > PRODUCT_LIMITS.optionDefinitions) {
    violations.push(violation(DEFINITIONS, "SIZE", `at most ${PRODUCT_LIMITS.optionDefinitions} option definitions`))
  }
  for (const { name, properties } of definitions) {
    violations.push(...optionTextViolations([name], PRODUCT_LIMITS.optionNameLength, "option names"))
    const values = properties.map(({ value }) => value)
    violations.push(...optionTextViolations(values, limits.optionValue, "option values"))
    const addresses = properties.flatMap(({ imageUrl }) => imageUrl ?? [])
    violations.push(...optionTextViolations(addresses, limits.optionImageUrl, "addresses of option images"))
    if (limits.optionValues !== Infinity && (values.length < 1 || values.length > limits.optionValues)) {
      violations.push(violation(DEFINITIONS, "SIZE", `a definition has 1 to ${limits.optionValues} properties`))
    }
  }
  return definitions.length === 0 ? violations : [...violations, ...combinationViolations(definitions, variants)]
}

function optionTextViolations(texts: string[], most: number, what: string): Violation[] {
  const bad = texts.find((text) => most !== Infinity && (text.length < 1 || text.length > most))
  return bad === undefined ? [] : [violation(DEFINITIONS, "SIZE", `${what} have 1 to ${most} characters`, bad)]
}

function combinationViolations(definitions: { name: string }[], variants: PosVariant[]): Violation[] {
  const violations: Violation[] = []
  const combinations = variants.map((variant, index) => {
    const names = definitions.map(
      (definition) => (variant.options ?? []).find((option) => option.name === definition.name)?.value
    )
    if (names.includes(undefined)) {
      violations.push(
        violation(`variants[${index}].options`, "NOT_NULL", "a value is needed for each option definition")
      )
    }
    return JSON.stringify(names)
  })
  if (new Set(combinations).size < combinations.length) {
    violations.push(violation("variants", "UNIQUE", "each combination of options may occur once"))
  }
  return violations
}

const objectSchema = z.record(z.string(), z.unknown())
const identifiedListSchema = z.array(z.looseObject({ uuid: z.string() }))

type Json = Record<string, unknown>

/** JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  const change = objectSchema.safeParse(patch)
  if (!change.success || Array.isArray(patch)) {
    return patch
  }
  const knownTarget = objectSchema.safeParse(target)
  const result: Json = { __proto__: null }
  Object.assign(result, knownTarget.success && !Array.isArray(target) ? knownTarget.data : {})
  for (const [name, value] of Object.entries(change.data)) {
    if (value === null) {
      delete result[name]
    } else {
      result[name] = mergePatch(result[name], value)
    }
  }
  return { ...result }
}

/**
 * The patch of a product (observed "Product library"): as RFC 7386, but variants are matched by `uuid`: a listed one
 * is merged with the stored one, one that is missing from the list is removed. They share the product's VAT percentage,
 * so a new one is theirs too, unless the patch says otherwise.
 */
export function patchProduct(product: unknown, patch: unknown): unknown {
  const { variants, ...rest } = objectSchema.parse(patch)
  const merged = mergePatch("vatPercentage" in rest ? withoutVariantVat(product) : product, rest)
  const listed = identifiedListSchema.safeParse(variants)
  if (!listed.success) {
    return mergePatch(merged, variants === undefined ? {} : { variants })
  }
  const knownVariants = identifiedListSchema.safeParse(objectSchema.parse(merged).variants ?? [])
  const byUuid = new Map((knownVariants.success ? knownVariants.data : []).map((variant) => [variant.uuid, variant]))
  return {
    ...objectSchema.parse(merged),
    variants: listed.data.map((variant) => mergePatch(byUuid.get(variant.uuid) ?? {}, variant)),
  }
}

function withoutVariantVat(product: unknown): Json {
  const { variants, ...rest } = objectSchema.parse(product)
  const knownVariants = identifiedListSchema.parse(variants ?? [])
  return { ...rest, variants: knownVariants.map(({ vatPercentage: _former, ...variant }) => variant) }
}

/** What a library keeps the version of. */
export type Versioned = { etag?: string | null }

/** The ETag that an entity is kept with: quoted, as the specified form has it in bodies and headers. */
export function getEtag(entity: Versioned): string {
  const text = JSON.stringify({ ...entity, etag: undefined })
  return `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`
}

/** The ETag as the header carries it, quoted in both dialects (docs/reference/pos-api.md, etagForm). */
export function etagInHeader(context: SandboxContext, { etag }: Versioned): string {
  return speaksField(context, "etagForm") ? (etag ?? "").toUpperCase() : (etag ?? "")
}

/** The ETag as a body carries it: bare where the running POS is followed. */
export function etagInBody(context: SandboxContext, entity: Versioned): string | null {
  const { etag = null } = entity
  return speaksField(context, "etagForm") && etag !== null ? etag.replaceAll('"', "").toUpperCase() : etag
}

/**
 * True where a conditional write is not to be applied (docs/reference/pos-api.md, lostUpdate): the running POS wants
 * If-Match with the current ETag, the specification If-None-Match with another one.
 */
export function failsPrecondition(context: SandboxContext, request: Request, entity: Versioned): boolean {
  const current = etagInHeader(context, entity)
  if (speaksField(context, "lostUpdate")) {
    const expected = request.headers["if-match"]
    // If-Match compares strongly: a weak tag never matches (RFC 9110, 13.1.1).
    return expected !== undefined && !namesTag(listTags(expected), current)
  }
  const tags = listTags(request.headers["if-none-match"] ?? "").map((tag) => tag.replace(/^W\//, ""))
  return namesTag(tags, current)
}

/** Both headers may list several tags, or "*" for any (RFC 9110, 13.1). */
const listTags = (header: string) => header.split(",").map((tag) => tag.trim())

const namesTag = (tags: string[], etag: string) => tags.includes("*") || tags.includes(etag)

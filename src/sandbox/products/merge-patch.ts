import { z } from "zod"

const objectSchema = z.record(z.string(), z.unknown())
const identifiedListSchema = z.array(z.looseObject({ uuid: z.string() }))

type Json = Record<string, unknown>

/** JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  const change = objectSchema.safeParse(patch)
  if (!change.success || Array.isArray(patch)) {
    return patch
  }
  const known = objectSchema.safeParse(target)
  const result: Json = { __proto__: null }
  Object.assign(result, known.success && !Array.isArray(target) ? known.data : {})
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
 * is merged with what is there, one that is missing from the list is removed. They share the product's VAT percentage,
 * so a new one is theirs too, unless the patch says otherwise.
 */
export function patchProduct(product: unknown, patch: unknown): unknown {
  const { variants, ...rest } = objectSchema.parse(patch)
  const merged = mergePatch("vatPercentage" in rest ? withoutVariantVat(product) : product, rest)
  const listed = identifiedListSchema.safeParse(variants)
  if (!listed.success) {
    return mergePatch(merged, variants === undefined ? {} : { variants })
  }
  const known = identifiedListSchema.safeParse(objectSchema.parse(merged).variants ?? [])
  const byUuid = new Map((known.success ? known.data : []).map((variant) => [variant.uuid, variant]))
  return {
    ...objectSchema.parse(merged),
    variants: listed.data.map((variant) => mergePatch(byUuid.get(variant.uuid) ?? {}, variant)),
  }
}

function withoutVariantVat(product: unknown): Json {
  const { variants, ...rest } = objectSchema.parse(product)
  const known = identifiedListSchema.parse(variants ?? [])
  return { ...rest, variants: known.map(({ vatPercentage: _former, ...variant }) => variant) }
}

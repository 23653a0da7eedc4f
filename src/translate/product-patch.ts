import type { PosVariant, ProductContent, ProductPatch } from "../pos-api/contract"
import { canonicalJson } from "./fingerprint"

const differs = (one: unknown, other: unknown) => canonicalJson(one ?? null) !== canonicalJson(other ?? null)

/**
 * The merge patch (RFC 7386) that leads from what the service accepted last to what it shall have, or null when
 * nothing changed. Variants are matched by uuid: an unchanged one is listed with its uuid only, which keeps it; one
 * that is gone is left out, which removes it.
 */
export function diffProduct(accepted: ProductContent, next: ProductContent): ProductPatch | null {
  const patch: ProductPatch = {}
  for (const field of fieldsOf(accepted, next)) {
    if (field !== "variants" && differs(accepted[field], next[field])) {
      patch[field] = replacement(next[field])
    }
  }
  if (differs(accepted.variants, next.variants)) {
    patch.variants = diffVariants(accepted.variants ?? [], next.variants ?? [])
  }
  return Object.keys(patch).length === 0 ? null : { uuid: next.uuid, ...patch }
}

/** An absent value is removed with null. */
const replacement = (value: unknown) => (value === undefined ? null : value)

function fieldsOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

function diffVariants(accepted: PosVariant[], next: PosVariant[]): PosVariant[] {
  const known = new Map(accepted.map((variant) => [variant.uuid, variant]))
  return next.map((variant) => {
    const before = known.get(variant.uuid)
    if (!before) {
      return variant
    }
    const change: PosVariant = { uuid: variant.uuid }
    for (const field of fieldsOf(before, variant)) {
      if (differs(before[field], variant[field])) {
        change[field] = replacement(variant[field])
      }
    }
    return change
  })
}

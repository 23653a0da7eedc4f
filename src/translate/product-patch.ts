import type { PosVariant, ProductContent, ProductPatch } from "../pos-api/contract"
import { canonicalJson } from "./fingerprint"

type Members = Record<string, unknown>

/**
 * The merge patch (RFC 7386) that leads from what the service accepted last to what it shall have, or null when
 * nothing changed. A null and an absent member are the same. Variants are matched by uuid (observed "Product
 * library"): an unchanged one is listed with its uuid only, which keeps it; one that is gone is left out, which removes
 * it.
 */
export function diffProduct(accepted: ProductContent, next: ProductContent): ProductPatch | null {
  const patch: ProductPatch = {}
  for (const field of changedFields(accepted, next)) {
    patch[field] =
      field === "variants" && next.variants
        ? diffVariants(accepted.variants ?? [], next.variants)
        : replacement(accepted[field], next[field])
  }
  return Object.keys(patch).length === 0 ? null : { uuid: next.uuid, ...patch }
}

function diffVariants(accepted: PosVariant[], next: PosVariant[]): PosVariant[] {
  const known = new Map(accepted.map((variant) => [variant.uuid, variant]))
  return next.map((variant) => {
    const before = known.get(variant.uuid)
    return before ? { uuid: variant.uuid, ...memberPatch(before, variant) } : variant
  })
}

/**
 * An object is sent whole: part of one, such as a price without its currency, is nothing that the service takes. Since
 * objects merge member by member, one that went is named as null.
 */
function replacement(before: unknown, after: unknown): unknown {
  if (!isMembers(before) || !isMembers(after)) {
    return after ?? null
  }
  const gone = Object.keys(before).filter((member) => (after[member] ?? null) === null)
  return { ...after, ...Object.fromEntries(gone.map((member) => [member, null])) }
}

function memberPatch(before: Members, after: Members): Members {
  const fields = changedFields(before, after)
  return Object.fromEntries(fields.map((field) => [field, replacement(before[field], after[field])]))
}

function changedFields(before: Members, after: Members): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => differs(before[field], after[field]))
}

const differs = (one: unknown, other: unknown) => canonicalJson(one ?? null) !== canonicalJson(other ?? null)

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

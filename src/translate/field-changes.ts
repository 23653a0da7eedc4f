import type { ProductContent } from "../pos-api/contract"
import { canonicalJson } from "./fingerprint"
import { seenAs } from "./ownership"

/** One field that would change, as a person reads it: `variants.M / Röd.price`, from what to what. */
export type FieldChange = { field: string; before: unknown; after: unknown }

type Members = Record<string, unknown>

/** What differs between a product at the counter and the shop's part of it, field by field, variant by variant. */
export function diffFields(before: ProductContent, shop: ProductContent): FieldChange[] {
  const known = seenAs(before, shop)
  const variantsBefore = new Map((known.variants ?? []).map((variant) => [variant.uuid, variant]))
  const variantsAfter = new Map((shop.variants ?? []).map((variant) => [variant.uuid, variant]))
  const uuids = [...new Set([...variantsAfter.keys(), ...variantsBefore.keys()])]
  return [
    ...memberChanges("", { ...known, variants: null }, { ...shop, variants: null }),
    ...uuids.flatMap((uuid) => {
      const [one, other] = [variantsBefore.get(uuid), variantsAfter.get(uuid)]
      const name = `variants.${other?.name || one?.name || other?.sku || one?.sku || uuid}`
      return one && other
        ? memberChanges(`${name}.`, one, other)
        : [{ field: name, before: one ?? null, after: other ?? null }]
    }),
  ]
}

function memberChanges(prefix: string, before: Members, after: Members): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => canonicalJson(before[field] ?? null) !== canonicalJson(after[field] ?? null))
    .map((field) => ({ field: prefix + field, before: before[field] ?? null, after: after[field] ?? null }))
}

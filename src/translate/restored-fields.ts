import { type PosProduct, type ProductContent, priceSchema } from "../pos-api/contract"
import { canonicalJson } from "./fingerprint"
import { diffFields, type FieldChange } from "./field-changes"
import { toColumnText } from "./money"

/**
 * Fields that somebody edited at the POS and that the store's values replace: they differ from what the POS accepted
 * last, and from what the store has now.
 * @param accepted what the POS accepted last
 * @param seen what it has now
 * @param shop what the store writes
 */
export function findEditedFields(accepted: ProductContent, seen: PosProduct, shop: ProductContent): FieldChange[] {
  const edited = new Set(diffFields(seen, accepted).map(({ field }) => field))
  return diffFields(seen, shop).filter(({ field }) => edited.has(field))
}

/** Edited fields without those that the POS still has another value of: it writes them its own way. */
export function withoutUnrestored(edited: FieldChange[], written: PosProduct, shop: ProductContent): FieldChange[] {
  const kept = new Map(diffFields(written, shop).map(({ field, before }) => [field, before]))
  return edited.filter(({ field, before }) => canonicalJson(kept.get(field) ?? null) !== canonicalJson(before))
}

/** A value of a field as text: money with its currency, a category by its name; what has no such form as JSON. */
export function describeValue(value: unknown): string | null {
  if (value === null || value === undefined) {
    return null
  }
  const price = priceSchema.safeParse(value)
  if (price.success) {
    return `${toColumnText(price.data.amount, price.data.currencyId)} ${price.data.currencyId}`
  }
  if (typeof value === "object" && "name" in value && typeof value.name === "string") {
    return value.name
  }
  if (typeof value === "object" && "imageUrl" in value && typeof value.imageUrl === "string") {
    return value.imageUrl
  }
  return typeof value === "string" ? value : JSON.stringify(value)
}

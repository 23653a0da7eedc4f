import { createHash } from "node:crypto"
import { toColumnText } from "../../money/money"
import {
  type PosProduct,
  type PosVariant,
  priceSchema,
  type ProductContent,
  type ProductPatch,
} from "../../pos-api/contract"
import { seenAs } from "./field-ownership"

/** Computes a SHA-256 (hex) of content in canonical JSON: equivalent contents have the same fingerprint. */
export function fingerprint(content: unknown): string {
  return createHash("sha256").update(canonicalJson(content)).digest("hex")
}

const NOTHING = "null"

/**
 * Returns JSON with sorted keys and without null members. The POS shows an unset field as null, and a merge patch (RFC
 * 7386) does not distinguish a null from an absent member. An object without set members is null, too, and so is an
 * empty list, which the POS's notifications omit. A null in a list keeps its position.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? NOTHING : `[${value.map(canonicalJson).join(",")}]`
  }
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value) ?? NOTHING
  }
  let members = ""
  for (const name of Object.keys(value).sort()) {
    const member = canonicalJson(Reflect.get(value, name))
    if (member !== NOTHING) {
      members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${member}`
    }
  }
  return members === "" ? NOTHING : `{${members}}`
}

/** A changed field with its old and new value; the field is a readable path such as `variants.M / Röd.price`. */
export type FieldChange = { field: string; before: unknown; after: unknown }

type Members = Record<string, unknown>

/** Compares a product at the POS with the store's part of it, field by field and variant by variant. */
export function diffFields(before: ProductContent, store: ProductContent): FieldChange[] {
  const knownContent = seenAs(before, store)
  const variantsBefore = new Map((knownContent.variants ?? []).map((variant) => [variant.uuid, variant]))
  const variantsAfter = new Map((store.variants ?? []).map((variant) => [variant.uuid, variant]))
  const uuids = [...new Set([...variantsAfter.keys(), ...variantsBefore.keys()])]
  return [
    ...memberChanges("", { ...knownContent, variants: null }, { ...store, variants: null }),
    ...uuids.flatMap((uuid) => {
      const [variantBefore, variantAfter] = [variantsBefore.get(uuid), variantsAfter.get(uuid)]
      const name = `variants.${variantAfter?.name || variantBefore?.name || variantAfter?.sku || variantBefore?.sku || uuid}`
      return variantBefore && variantAfter
        ? memberChanges(`${name}.`, variantBefore, variantAfter)
        : [{ field: name, before: variantBefore ?? null, after: variantAfter ?? null }]
    }),
  ]
}

function memberChanges(prefix: string, before: Members, after: Members): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => canonicalJson(before[field] ?? null) !== canonicalJson(after[field] ?? null))
    .map((field) => ({ field: prefix + field, before: before[field] ?? null, after: after[field] ?? null }))
}

/**
 * Finds fields that somebody edited at the POS and that the store's values replace: they differ from what the POS last
 * accepted, and from what the store has now.
 * @param accepted what the POS last accepted
 * @param seen what the POS has now
 * @param store the values that the store writes
 */
export function findEditedFields(accepted: ProductContent, seen: PosProduct, store: ProductContent): FieldChange[] {
  const edited = new Set(diffFields(seen, accepted).map(({ field }) => field))
  return diffFields(seen, store).filter(({ field }) => edited.has(field))
}

/**
 * Returns the edited fields without those whose value at the POS still differs: the POS writes these in its own way.
 */
export function withoutUnrestored(edited: FieldChange[], written: PosProduct, store: ProductContent): FieldChange[] {
  const valuesBefore = new Map(diffFields(written, store).map(({ field, before }) => [field, before]))
  return edited.filter(({ field, before }) => canonicalJson(valuesBefore.get(field) ?? null) !== canonicalJson(before))
}

/**
 * Formats a field's value as text: money with its currency, a category by its name, an image by its URL, text as it is,
 * anything else as JSON.
 */
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

/**
 * Computes the merge patch (RFC 7386) from what the POS last accepted to what it is to have; null when nothing changed.
 * A null and an absent member are the same. Variants are matched by uuid (observed "Product library"): an unchanged one
 * is listed with its uuid only, which keeps it; omitting one removes it.
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
  const acceptedByUuid = new Map(accepted.map((variant) => [variant.uuid, variant]))
  return next.map((variant) => {
    const before = acceptedByUuid.get(variant.uuid)
    return before ? { uuid: variant.uuid, ...memberPatch(before, variant) } : variant
  })
}

/**
 * Returns the new value of a field. An object is sent whole, because the POS accepts no partial ones, such as a price
 * without its currency. Objects are merged member by member, so a removed member is set to null.
 */
function replacement(before: unknown, after: unknown): unknown {
  if (!isMembers(before) || !isMembers(after)) {
    return after ?? null
  }
  const removedMembers = Object.keys(before).filter((member) => (after[member] ?? null) === null)
  return { ...after, ...Object.fromEntries(removedMembers.map((member) => [member, null])) }
}

function memberPatch(before: Members, after: Members): Members {
  const fields = changedFields(before, after)
  return Object.fromEntries(fields.map((field) => [field, replacement(before[field], after[field])]))
}

function changedFields(before: Members, after: Members): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => differs(before[field], after[field]))
}

const differs = (left: unknown, right: unknown) => canonicalJson(left ?? null) !== canonicalJson(right ?? null)

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

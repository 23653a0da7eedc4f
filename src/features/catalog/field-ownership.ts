import type { OutboundSettings, OwnedField } from "../../contract/settings"
import type { PosProduct, PosVariant, ProductContent } from "../../pos-api/contract"
import { FIELD_MAPPING } from "./field-mapping"

/** A field that the store or the POS owns, as connections name it. */
export type OwnableField = OwnedField

/** Returns the fields that the POS owns in a connection. */
export function posOwnedFields({ field_owners, images }: OutboundSettings): Set<OwnableField> {
  const owned = new Set<OwnableField>(
    Object.entries(field_owners).flatMap(([field, owner]) => (owner === "pos" && isOwnable(field) ? [field] : []))
  )
  return images === "off" ? owned.add("images") : owned
}

const OWNABLE: ReadonlySet<string> = new Set<OwnableField>([
  ...(["name", "description", "category", "unitName", "tax", "images"] as const),
  ...(["price", "costPrice", "barcode", "sku"] as const),
])
const isOwnable = (field: string): field is OwnableField => OWNABLE.has(field)

/** Members that only the POS writes. */
const SERVICE_MEMBERS = new Set([
  "uuid",
  "organizationUuid",
  "etag",
  "created",
  "updated",
  "createdByUserUuid",
  "updatedByUserUuid",
  "updatedBy",
])

type Members = Record<string, unknown>

/** A product or a variant: the store writes its image; its colors belong to the POS. */
type Presented = Members & Pick<ProductContent, "presentation">

/** Returns the part of a product that the store writes: all fields except those that the POS owns. */
export function storePart(content: ProductContent, posOwned: ReadonlySet<OwnableField>): ProductContent {
  if (posOwned.size === 0) {
    return content
  }
  const owned = FIELD_MAPPING.flatMap(({ owner, pos }) => (owner && posOwned.has(owner) ? pos : []))
  const ofProduct = getMembers(owned.filter((path) => !path.startsWith(VARIANT_PATH)))
  const ofVariant = getMembers(owned.flatMap((path) => path.split(VARIANT_PATH).slice(1)))
  return {
    ...omit(content, ofProduct),
    uuid: content.uuid,
    variants: content.variants?.map((variant) => ({ ...omit(variant, ofVariant), uuid: variant.uuid })),
  }
}

/**
 * Returns the members of a product at the POS that the store writes, as the base of a diff against the store's part.
 * Each variant has its own members; one that the store does not have gets all members that any variant has.
 */
export function seenAs(remote: PosProduct, store: ProductContent): ProductContent {
  const ofStore = new Map((store.variants ?? []).map((variant) => [variant.uuid, variant]))
  const any = (store.variants ?? []).reduce<Presented>((all, variant) => ({ ...all, ...variant }), {})
  return {
    ...membersAs(remote, store),
    uuid: store.uuid,
    variants: (remote.variants ?? []).map((variant) => ({
      ...membersAs(variant, ofStore.get(variant.uuid) ?? any),
      uuid: variant.uuid,
    })),
  }
}

function membersAs(remote: Presented, ours: Presented): Members {
  const { presentation } = ours
  return {
    ...pick(remote, new Set(Object.keys(ours))),
    ...(presentation ? { presentation: pick(remote.presentation ?? {}, new Set(Object.keys(presentation))) } : {}),
  }
}

/**
 * Returns the content of a product at the POS beside the store's part: colors, fields that the POS owns, and unknown
 * fields. Null if there is none. Unset members are omitted.
 */
export function pickPosFields(remote: PosProduct, store: ProductContent): Members | null {
  const { variants: _variants, ...rest } = remote
  const ofStore = new Map((store.variants ?? []).map((variant) => [variant.uuid, variant]))
  const variants = (remote.variants ?? []).flatMap((variant) => {
    const ours = ofStore.get(variant.uuid)
    // The POS copies the product's VAT into its variants; it is no field of their own.
    const beside = ours ? presentedBesides({ ...variant, vatPercentage: null }, ours) : {}
    return Object.keys(beside).length > 0 ? [{ uuid: variant.uuid, ...beside }] : []
  })
  const part = { ...presentedBesides(rest, store), ...(variants.length > 0 ? { variants } : {}) }
  return Object.keys(part).length > 0 ? part : null
}

/**
 * Returns the whole product for a write that replaces it: the store's part with the content that belongs to the POS.
 */
export function mergePosFields(store: ProductContent, posContent: Partial<ProductContent> | null): ProductContent {
  if (!posContent) {
    return store
  }
  const beside = new Map<string, PosVariant>((posContent.variants ?? []).map((variant) => [variant.uuid, variant]))
  return {
    ...presentedTogether(posContent, store),
    variants: store.variants?.map((variant) => presentedTogether(beside.get(variant.uuid) ?? {}, variant)),
  }
}

function presentedTogether<Ours extends Presented>(posContent: Presented, ours: Ours): Ours {
  const presentation = posContent.presentation
    ? { ...posContent.presentation, ...ours.presentation }
    : ours.presentation
  return { ...posContent, ...ours, ...(presentation ? { presentation } : {}) }
}

/** Returns a product of the POS without the members that only the POS writes. */
export function withoutServiceMembers(product: PosProduct): ProductContent {
  return { ...omit(product, SERVICE_MEMBERS), uuid: product.uuid }
}

const VARIANT_PATH = "variants."

/** Returns the members that paths begin with. */
const getMembers = (paths: string[]): Set<string> => new Set(paths.map((path) => path.split(".")[0] ?? path))

function presentedBesides(remote: Presented, ours: Presented): Members {
  const { presentation, ...rest } = remote
  const otherFields = besides(presentation ?? {}, ours.presentation ?? {})
  return { ...besides(rest, ours), ...(Object.keys(otherFields).length > 0 ? { presentation: otherFields } : {}) }
}

function besides(remote: Members, ours: Members): Members {
  return Object.fromEntries(
    Object.entries(remote).filter(
      ([member, value]) => !(member in ours) && !SERVICE_MEMBERS.has(member) && !isEmpty(value)
    )
  )
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

function omit(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)))
}

function pick(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)))
}

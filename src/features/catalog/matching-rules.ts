import type { PosProduct, PosVariant } from "../../pos-api/contract"
import { partNames } from "./store-product-mapping"

/** The attributes of a product of the store that identify it at the POS. */
export type StoreIdentity = {
  product_id: string
  title: string
  handle: string | null
  variants: { id: string; title: string | null; sku: string | null; codes: string[] }[]
}

/** The attributes of a product of the POS that are matched. */
export type PosIdentity = Pick<PosProduct, "uuid" | "name" | "externalReference"> & {
  variants?: Pick<PosVariant, "uuid" | "name" | "sku" | "barcode">[] | null
}

/** The attributes by which products match, the most reliable first, with the confidence in percent. */
const KINDS = { external_reference: 100, sku: 95, barcode: 90, name: 60 } as const

export type MatchKind = keyof typeof KINDS

export type MatchCandidate = { uuid: string; name: string; matched_by: MatchKind; confidence: number }

/** The planned action for a product of the store; see the model PosPlanEntry. */
export type PlannedMatch = {
  product_id: string
  title: string
  action: "link" | "create" | "conflict"
  product_uuid: string | null
  matched_by: MatchKind | null
  confidence: number
  reason: string | null
  candidates: MatchCandidate[]
  /** of a split product: its further parts at the POS, in their order; null for a part that does not exist */
  further_uuids: (string | null)[]
}

/**
 * Matches the store's products with those of the POS: by external reference, SKU, barcode, then name. A match is a
 * conflict for a person when several products are equally likely, or several products match the same one.
 */
export function matchProducts(
  store: StoreIdentity[],
  posProducts: PosIdentity[],
  { isSplit = false }: { isSplit?: boolean } = {}
): PlannedMatch[] {
  const index = indexPosProducts(posProducts)
  const matches = store.map((product) => (isSplit && matchParts(product, index)) || matchOne(product, index))
  const matchCounts = new Map<string, number>()
  const getUuids = ({ product_uuid, further_uuids }: PlannedMatch) =>
    [product_uuid, ...further_uuids].filter((uuid) => uuid !== null)
  for (const uuid of matches.flatMap(getUuids)) {
    matchCounts.set(uuid, (matchCounts.get(uuid) ?? 0) + 1)
  }
  return matches.map((match) => {
    const rivals = Math.max(0, ...getUuids(match).map((uuid) => matchCounts.get(uuid) ?? 0))
    return rivals > 1
      ? toConflict(match, `${rivals} products of the store match ‘${match.candidates[0]?.name ?? ""}’ at the POS.`)
      : match
  })
}

/**
 * Pairs the variants of two linked products: by SKU, code, then name. If both have only one variant, these are paired.
 */
export function matchVariants(store: StoreIdentity, remote: PosIdentity): Map<string, string> {
  const open = new Map((remote.variants ?? []).map((variant) => [variant.uuid, variant]))
  const pairs = new Map<string, string>()
  const pair = (isSame: (variant: StoreIdentity["variants"][number], uuid: string) => boolean) => {
    for (const variant of store.variants.filter(({ id }) => !pairs.has(id))) {
      const uuid = [...open.keys()].find((candidate) => isSame(variant, candidate))
      if (uuid) {
        pairs.set(variant.id, uuid)
        open.delete(uuid)
      }
    }
  }
  pair(({ sku }, uuid) => Boolean(sku) && open.get(uuid)?.sku === sku)
  pair(({ codes }, uuid) => codes.includes(open.get(uuid)?.barcode ?? ""))
  pair(({ title }, uuid) => Boolean(title) && plain(open.get(uuid)?.name) === plain(title))
  if (store.variants.length === 1 && remote.variants?.length === 1) {
    pair(() => true)
  }
  return pairs
}

type Index = Record<MatchKind, Map<string, PosIdentity[]>>

function indexPosProducts(posProducts: PosIdentity[]): Index {
  const index: Index = { external_reference: new Map(), sku: new Map(), barcode: new Map(), name: new Map() }
  const add = (kind: MatchKind, key: string | null | undefined, product: PosIdentity) => {
    const indexed = index[kind].get(key ?? "") ?? []
    if (key && !indexed.includes(product)) {
      index[kind].set(key, [...indexed, product])
    }
  }
  for (const product of posProducts) {
    add("external_reference", product.externalReference, product)
    add("name", plain(product.name), product)
    for (const variant of product.variants ?? []) {
      add("sku", variant.sku, product)
      add("barcode", variant.barcode, product)
    }
  }
  return index
}

/**
 * Matches a product that is split at the POS by its parts: each has the external reference or the name that a push
 * gives it. Null if the POS does not have its first part and at least one further part.
 */
function matchParts(product: StoreIdentity, index: Index): PlannedMatch | null {
  const parts = partNames(product, product.variants.length)
  const matchedParts = parts.map(({ title, handle }): [PosIdentity, MatchKind] | null => {
    const kinds: [MatchKind, string | null][] = [
      ["external_reference", handle],
      ["name", plain(title)],
    ]
    for (const [kind, key] of kinds) {
      const [posProduct, ...others] = index[kind].get(key ?? "") ?? []
      if (posProduct && others.length === 0) {
        return [posProduct, kind]
      }
    }
    return null
  })
  const [first, ...further] = matchedParts
  if (!first || !further.some((part) => part !== null)) {
    return null
  }
  const [{ uuid, name }, matched_by] = first
  const confidence = KINDS[matched_by]
  return {
    product_id: product.product_id,
    title: product.title,
    action: "link",
    product_uuid: uuid,
    matched_by,
    confidence,
    reason: null,
    candidates: [{ uuid, name: name ?? "", matched_by, confidence }],
    further_uuids: further.map((part) => part?.[0].uuid ?? null),
  }
}

function matchOne(product: StoreIdentity, index: Index): PlannedMatch {
  const keys: [MatchKind, string[]][] = [
    ["external_reference", product.handle ? [product.handle] : []],
    ["sku", product.variants.flatMap(({ sku }) => sku || [])],
    ["barcode", product.variants.flatMap(({ codes }) => codes)],
    ["name", [plain(product.title)]],
  ]
  const candidatesByUuid = new Map<string, MatchCandidate>()
  for (const [kind, texts] of keys) {
    for (const { uuid, name } of texts.flatMap((text) => index[kind].get(text) ?? [])) {
      if (!candidatesByUuid.has(uuid)) {
        candidatesByUuid.set(uuid, { uuid, name: name ?? "", matched_by: kind, confidence: KINDS[kind] })
      }
    }
  }
  const candidates = [...candidatesByUuid.values()].slice(0, 10)
  const [best, second] = candidates
  const base = { product_id: product.product_id, title: product.title, reason: null, candidates, further_uuids: [] }
  if (!best) {
    return { ...base, action: "create", product_uuid: null, matched_by: null, confidence: 0 }
  }
  const { uuid: product_uuid, matched_by, confidence } = best
  const match: PlannedMatch = { ...base, action: "link", product_uuid, matched_by, confidence }
  return second?.confidence === confidence
    ? toConflict(match, `Several products at the POS match by ${matched_by.replace("_", " ")}.`)
    : match
}

function toConflict(match: PlannedMatch, reason: string): PlannedMatch {
  return { ...match, action: "conflict", product_uuid: null, further_uuids: [], reason }
}

const plain = (name: string | null | undefined) =>
  (name ?? "").normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase()

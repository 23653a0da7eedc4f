import { decimalText } from "../../money/money"
import { nullIfNotFound, type PosClient, type ReadRow } from "../../pos-api/client"
import { parseTimestamp } from "../../pos-api/contract"

type InventoryApi = NonNullable<PosClient["inventory"]>

/**
 * Above this number of products all levels are read at once. A page holds a thousand rows, a product's own list a few,
 * and each costs one of the few calls a second that the POS API allows.
 */
const PRODUCTS_ONE_BY_ONE = 10

/** Maximum number of products in one tracking request. */
const PRODUCTS_IN_QUESTION = 500

/** A level at the POS, decimal text, and when it was read, by the POS's clock; null where the response had no time. */
export type PosLevel = {
  level: string
  readAt: Date | null
  updated: Date | null
  /**
   * level from which on the POS shows low stock, decimal text; null: none is set; undefined: the POS does not report it
   */
  lowStock: string | null | undefined
}

export type PosVariantLevel = { product_uuid: string; variant_uuid: string }

/** Levels that were read, by variant UUID, and the reason for each variant whose row could not be parsed. */
export type ReadLevels = { levels: Map<string, PosLevel>; unreadable: Map<string, string> }

/** Reads the POS's levels by variant; variants of products that it does not track are absent. */
export async function readPosLevels(
  inventory: InventoryApi,
  store: string,
  variants: PosVariantLevel[]
): Promise<ReadLevels> {
  const tracked = await readTracked(inventory, [...new Set(variants.map((variant) => variant.product_uuid))])
  return tracked === null
    ? readLevels(inventory, store, variants, false)
    : readLevels(
        inventory,
        store,
        variants.filter((variant) => tracked.has(variant.product_uuid)),
        true
      )
}

/** Finds the products that the POS tracks, of those given; null where the POS API has no tracking query. */
export async function readTracked(inventory: InventoryApi, productUuids: string[]): Promise<Set<string> | null> {
  const tracked = new Set<string>()
  for (let from = 0; from < productUuids.length; from += PRODUCTS_IN_QUESTION) {
    const statuses = await inventory.trackingStatus(productUuids.slice(from, from + PRODUCTS_IN_QUESTION))
    if (statuses === null) {
      return null
    }
    statuses.filter(({ enabled }) => enabled).forEach(({ productUuid }) => tracked.add(productUuid))
  }
  return tracked
}

/**
 * Reads levels of variants: of a few products one by one, of many from one listing of all levels.
 * @param counted true when the POS tracks their products: a missing row is a balance of 0
 */
export async function readLevels(
  inventory: InventoryApi,
  store: string,
  variants: PosVariantLevel[],
  counted: boolean
): Promise<ReadLevels> {
  const productUuids = [...new Set(variants.map((variant) => variant.product_uuid))]
  const read = productUuids.length > PRODUCTS_ONE_BY_ONE ? [await inventory.stock(store)] : []
  if (read.length === 0) {
    for (const productUuid of productUuids) {
      // The POS may not know a product that it has no stock of yet.
      const answer = await nullIfNotFound(inventory.productStock(store, productUuid))
      read.push(answer ?? { rows: [], unreadable: [], readAt: null })
    }
  }
  const unreadable = new Map(read.flatMap((answer) => answer.unreadable).map(({ key, reason }) => [key, reason]))
  const rows = new Map(
    read
      .flatMap((answer) => answer.rows)
      .filter((row) => row.locationUuid === store)
      .map((row) => [row.variantUuid, row])
  )
  const [first] = read
  const levels = variants.flatMap(({ variant_uuid }): [string, PosLevel][] => {
    const row = rows.get(variant_uuid)
    if (row) {
      return [[variant_uuid, toLevel(row)]]
    }
    const isZero = counted && !unreadable.has(variant_uuid)
    return isZero ? [[variant_uuid, { ...NOTHING, readAt: first?.readAt ?? null }]] : []
  })
  return { levels: new Map(levels), unreadable }
}

const NOTHING = { level: "0", updated: null, lowStock: undefined }

const toLevel = ({ balance, readAt, updated, ...row }: ReadRow): PosLevel => ({
  level: decimalText(balance),
  readAt,
  updated: parseTimestamp(updated),
  lowStock: lowStockIn(row),
})

/** Level from which on a row reports low stock, see {@link PosLevel}. */
export const lowStockIn = ({ lowStockLevel }: Pick<ReadRow, "lowStockLevel">): string | null | undefined =>
  lowStockLevel ? decimalText(lowStockLevel) : lowStockLevel

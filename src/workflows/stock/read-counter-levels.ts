import { decimalText } from "../../translate/decimal"
import { nullIfNotFound, type PosClient, type ReadRow } from "../../pos-api/client"
import { parseTimestamp } from "../../pos-api/contract"

type InventoryApi = NonNullable<PosClient["inventory"]>

/**
 * From this many products on all levels are read at once. A page holds a thousand rows and a product's own list a few,
 * and each costs one call of the few a second that the service allows.
 */
const PRODUCTS_ONE_BY_ONE = 10

/** As many as one question about tracking names. */
const PRODUCTS_IN_QUESTION = 500

/** A level at the counter, decimal text, and when it was read by the service's clock; null where that did not say. */
export type CounterLevel = {
  level: string
  readAt: Date | null
  updated: Date | null
  /** from which level on it is low there, decimal text; null: none is kept; undefined: it does not tell */
  lowStock: string | null | undefined
}

export type VariantAtCounter = { product_uuid: string; variant_uuid: string }

/** What was read of variants: a level of each that is counted; of some there was a row that nobody understands. */
export type ReadLevels = { levels: Map<string, CounterLevel>; unreadable: Map<string, string> }

/** The counter's levels by variant; variants of products that it does not count are absent. */
export async function readCounterLevels(
  inventory: InventoryApi,
  store: string,
  variants: VariantAtCounter[]
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

/** Products that the counter counts, of those given; null where it cannot be asked, and only rows tell. */
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
 * Levels of variants, those of a few products by themselves and those of many from one walk through all.
 * @param counted true when their products are known to be counted: a row that is missing is a balance of 0
 */
export async function readLevels(
  inventory: InventoryApi,
  store: string,
  variants: VariantAtCounter[],
  counted: boolean
): Promise<ReadLevels> {
  const productUuids = [...new Set(variants.map((variant) => variant.product_uuid))]
  const read = productUuids.length > PRODUCTS_ONE_BY_ONE ? [await inventory.stock(store)] : []
  if (read.length === 0) {
    for (const productUuid of productUuids) {
      // A product that the service has no stock of yet may be unknown to it.
      const one = await nullIfNotFound(inventory.productStock(store, productUuid))
      read.push(one ?? { rows: [], unreadable: [], readAt: null })
    }
  }
  const unreadable = new Map(read.flatMap((one) => one.unreadable).map(({ key, reason }) => [key, reason]))
  const rows = new Map(
    read
      .flatMap((one) => one.rows)
      .filter((row) => row.locationUuid === store)
      .map((row) => [row.variantUuid, row])
  )
  const [first] = read
  const levels = variants.flatMap(({ variant_uuid }): [string, CounterLevel][] => {
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

const toLevel = ({ balance, readAt, updated, ...row }: ReadRow): CounterLevel => ({
  level: decimalText(balance),
  readAt,
  updated: parseTimestamp(updated),
  lowStock: lowStockIn(row),
})

/** From which level on a row says that its variant is low, see {@link CounterLevel}. */
export const lowStockIn = ({ lowStockLevel }: Pick<ReadRow, "lowStockLevel">): string | null | undefined =>
  lowStockLevel ? decimalText(lowStockLevel) : lowStockLevel

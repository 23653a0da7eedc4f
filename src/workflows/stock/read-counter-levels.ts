import { type PosClient, PosNotFoundError } from "../../pos-api/client"
import type { Balance } from "../../pos-api/contract"

type InventoryApi = NonNullable<PosClient["inventory"]>

/** From this many products on all levels are read at once instead of one product's after another. */
const PRODUCTS_ONE_BY_ONE = 10

/** A level at the counter, decimal text, and when it was read by the service's clock; null where that did not say. */
export type CounterLevel = { level: string; readAt: Date | null }

/** The counter's levels of products by variant; variants that it does not track are absent. */
export async function readCounterLevels(
  inventory: InventoryApi,
  store: string,
  productUuids: string[]
): Promise<Map<string, CounterLevel>> {
  const wanted = [...new Set(productUuids)]
  const levels = new Map<string, CounterLevel>()
  const add = ({ balances, readAt }: { balances: Balance[]; readAt: Date | null }) =>
    balances.forEach(({ variantUuid, balance }) => levels.set(variantUuid, { level: balance, readAt }))
  if (wanted.length > PRODUCTS_ONE_BY_ONE) {
    add(await inventory.stock(store))
  } else {
    for (const productUuid of wanted) {
      add(await productLevels(inventory, store, productUuid))
    }
  }
  return levels
}

async function productLevels(inventory: InventoryApi, store: string, productUuid: string) {
  try {
    return await inventory.productStock(store, productUuid)
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return { balances: [], readAt: null }
    }
    throw error
  }
}

import { type PosClient, PosNotFoundError } from "../../pos-api/client"
import type { Balance } from "../../pos-api/contract"

type InventoryApi = NonNullable<PosClient["inventory"]>

/** From this many products on all levels are read at once instead of one product's after another. */
const PRODUCTS_ONE_BY_ONE = 10

/** The counter's levels of products by variant, decimal text; variants that it does not track are absent. */
export async function readCounterLevels(
  inventory: InventoryApi,
  store: string,
  productUuids: string[]
): Promise<Map<string, string>> {
  const wanted = [...new Set(productUuids)]
  const balances: Balance[] = []
  if (wanted.length > PRODUCTS_ONE_BY_ONE) {
    balances.push(...(await inventory.stock(store)))
  } else {
    for (const productUuid of wanted) {
      balances.push(...(await productLevels(inventory, store, productUuid)))
    }
  }
  return new Map(balances.map(({ variantUuid, balance }) => [variantUuid, balance]))
}

async function productLevels(inventory: InventoryApi, store: string, productUuid: string): Promise<Balance[]> {
  try {
    return await inventory.productStock(store, productUuid)
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return []
    }
    throw error
  }
}

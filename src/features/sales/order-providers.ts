import { container as store } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  findRegisteredProviders,
  isUnnamed,
  nameProviders,
  type OrderProviders,
  orderProviders,
} from "../../medusa/order-providers"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/lifecycle-hooks"
import type { Sql } from "../../modules/pos/database/sql"
import { withLease } from "../../runtime/claims"
import { assertTablesKnown, TablesUnknownError } from "../../runtime/schema-compatibility"
import { runInBackground } from "../../runtime/workers"
import { firstImported, importedBefore, type ImportedSale } from "./store"

/** Whether all of our providers were found; a store registers and removes providers only when it starts. */
let areRegistered = false

/**
 * The providers that POS orders name. Once all of ours are registered the result is cached. While one is missing, each
 * call checks again, because another process may have been started with it.
 */
export async function knownOrderProviders(sql: Sql): Promise<OrderProviders> {
  if (areRegistered) {
    return orderProviders({ payment: true, fulfillment: true })
  }
  const registered = await findRegisteredProviders(sql)
  areRegistered = registered.payment && registered.fulfillment
  return orderProviders(registered)
}

/** Clears the cached result, as at a start. */
export function refreshProviders(): void {
  areRegistered = false
}

/** Clears the cached providers at each start. */
export const knownProvidersPart: ApplicationPart = {
  name: "known-providers",
  start: refreshProviders,
  async end() {},
}

const ORDERS_AT_ONCE = 500

/**
 * Number of first orders that show whether all orders are named, because naming ends with them. Some may have neither a
 * payment nor a fulfillment.
 */
const LOOKED_AT = 100

const getOrderIds = (sales: ImportedSale[]) => sales.map(({ order_id }) => order_id)

/**
 * Sets our providers on the orders that were imported before the store registered them: the latest first, a few hundred
 * per transaction. An interrupted run starts again at the next start.
 * @returns how many payments and fulfillments were changed
 * @throws TablesUnknownError when Medusa's tables do not fit
 */
export async function labelPosOrders(container: MedusaContainer, isEnding = () => false): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const first = await pos.query((sql) => firstImported(sql, LOOKED_AT))
  if (first.length === 0) {
    return 0
  }
  await assertTablesKnown(container, "orders")
  const done = await withLease(container, "name-pos-orders", async (lease) => {
    const registered = await pos.query(findRegisteredProviders)
    if (!(await pos.query((sql) => isUnnamed(sql, getOrderIds(first), registered)))) {
      return 0
    }
    let named = 0
    let sales: ImportedSale[] = []
    do {
      const before = sales.at(-1)?.id ?? null
      sales = await pos.query((sql) => importedBefore(sql, before, ORDERS_AT_ONCE))
      const orderIds = getOrderIds(sales)
      named += await pos.transaction((sql) => nameProviders(sql, orderIds, registered))
    } while (sales.length === ORDERS_AT_ONCE && lease.isHeld() && !isEnding())
    return named
  })
  return done ?? 0
}

/** Delay before another attempt when Medusa's tables do not fit. */
const TRY_AGAIN_MS = 5 * 60_000

let isEnding = false
let later: NodeJS.Timeout | undefined

async function nameOnceTablesFit(): Promise<void> {
  try {
    await labelPosOrders(store, () => isEnding)
  } catch (error) {
    if (error instanceof TablesUnknownError && !isEnding) {
      later = setTimeout(
        () => runInBackground(store, "naming the providers of POS orders", nameOnceTablesFit()),
        TRY_AGAIN_MS
      ).unref()
    }
    throw error
  }
}

/** Sets the providers that the store has registered at a start. */
export const labelPosOrdersPart: ApplicationPart = {
  name: "name-pos-orders",
  start() {
    isEnding = false
    runInBackground(store, "naming the providers of POS orders", nameOnceTablesFit())
  },
  async end() {
    isEnding = true
    clearTimeout(later)
  },
}

import { container as shop } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { isUnnamed, nameProviders } from "../../medusa-tables/orders/name-providers"
import { findRegisteredProviders } from "../../medusa-tables/orders/order-providers"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { firstMirrored, mirroredBefore, type MirroredSale } from "../../modules/pos/queries/receipts/mirrored-orders"
import { goOnBeside } from "../queue/background"
import { assertTablesKnown, TablesUnknownError } from "../queue/known-tables"
import { withLease } from "../queue/with-lease"

const ORDERS_AT_ONCE = 500

/** So many of the first orders tell whether all are named: the walk ends with them. Some may have neither row. */
const LOOKED_AT = 100

const orderIdsOf = (sales: MirroredSale[]) => sales.map(({ order_id }) => order_id)

/**
 * Names our providers on the orders that were mirrored before the shop registered them, the latest first, a few hundred in
 * each transaction. One that is interrupted is gone through again at the next start.
 * @returns how many payments and fulfilments were named
 * @throws TablesUnknownError
 */
export async function nameCounterOrders(container: MedusaContainer, isEnding = () => false): Promise<number> {
  await assertTablesKnown(container, "orders")
  const done = await withLease(container, "name-counter-orders", async (lease) => {
    const pos = container.resolve(POS_MODULE)
    const registered = await pos.query(findRegisteredProviders)
    const first = await pos.query((sql) => firstMirrored(sql, LOOKED_AT))
    if (!(await pos.query((sql) => isUnnamed(sql, orderIdsOf(first), registered)))) {
      return 0
    }
    let named = 0
    let sales: MirroredSale[] = []
    do {
      const before = sales.at(-1)?.id ?? null
      sales = await pos.query((sql) => mirroredBefore(sql, before, ORDERS_AT_ONCE))
      const orderIds = orderIdsOf(sales)
      named += await pos.transaction((sql) => nameProviders(sql, orderIds, registered))
    } while (sales.length === ORDERS_AT_ONCE && lease.isHeld() && !isEnding())
    return named
  })
  return done ?? 0
}

/** Orders that could not be named, since Medusa's tables do not fit, are tried again so much later. */
const TRY_AGAIN_MS = 5 * 60_000

let isEnding = false
let later: NodeJS.Timeout | undefined

async function nameOnceTablesFit(): Promise<void> {
  try {
    await nameCounterOrders(shop, () => isEnding)
  } catch (error) {
    if (error instanceof TablesUnknownError && !isEnding) {
      later = setTimeout(
        () => goOnBeside(shop, "naming the providers of counter orders", nameOnceTablesFit()),
        TRY_AGAIN_MS
      ).unref()
    }
    throw error
  }
}

/** Names the providers that a start of the shop has registered. */
export const nameCounterOrdersPart: ApplicationPart = {
  name: "name-counter-orders",
  start() {
    isEnding = false
    goOnBeside(shop, "naming the providers of counter orders", nameOnceTablesFit())
  },
  async end() {
    isEnding = true
    clearTimeout(later)
  },
}

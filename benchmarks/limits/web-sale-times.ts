import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { WebOrders } from "../../test-support/web-orders"
import { IncompleteMirrorError, type MirrorStage } from "../mirror/stage"
import { PosBalances } from "./pos-balances"

const PATIENCE_MS = 30_000
const MOST_PAUSE_MS = 600

/**
 * Sells one piece after the other in the web shop while `goOn` says so.
 * @returns for each sale the milliseconds from the reservation of its goods until the register shows one less
 */
export async function webSaleTimes(
  { container, shop, goods }: MirrorStage,
  goOn: () => Promise<boolean>
): Promise<number[]> {
  const orders = new WebOrders(container)
  const balances = await PosBalances.open()
  const times: number[] = []
  for (let sold = 0; await goOn(); sold++) {
    const { itemId, variantUuid } = goods[sold % goods.length] ?? { itemId: "", variantUuid: "" }
    const change = balances.nextChange(variantUuid)
    const started = performance.now()
    await orders.place({ inventory_item_id: itemId, location_id: shop.stockLocationId }, 1)
    const at = await Promise.race([change, sleep(PATIENCE_MS, null, { ref: false })])
    if (at === null) {
      throw new IncompleteMirrorError(`A web sale of ${variantUuid}`, "nothing at the register", "one less")
    }
    times.push(at - started)
    // Sales of people fall anywhere into the pumps' beat.
    await sleep(Math.random() * MOST_PAUSE_MS)
  }
  balances.close()
  return times
}

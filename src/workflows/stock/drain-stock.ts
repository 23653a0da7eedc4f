import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nextStockAttempt } from "../../modules/pos/queries/stock/stock-outbox"
import { whenCallable } from "../connection/circuit-breaker"
import { goOnBeside } from "../queue/background"
import { drainQueue } from "../queue/drain-queue"
import { handleWhileDue } from "../queue/handle-while-due"
import type { StockLane } from "./push-stock"
import { posPushStockBatchWorkflow } from "./push-stock-batch"

/**
 * What is told goes in one call of so many variants. All that have not met yet meet at once, up to the largest catalogue:
 * reading the counter's levels costs a walk through all of them.
 */
const VARIANTS_IN_BATCH: Record<StockLane, number> = { edits: 500, contacts: 20_000 }

/**
 * Pushes stock that is due of a connection until none is. Each lane has a pump of its own: a web sale waits neither for
 * the products of a first sync nor for the meeting about its stock.
 */
export async function drainStock(container: MedusaContainer, connectionId: string, lane: StockLane): Promise<void> {
  const input = { connection_id: connectionId, limit: VARIANTS_IN_BATCH[lane], lane }
  const handle = async () => (await posPushStockBatchWorkflow(container).run({ input })).result.claimed
  const drain = async () => {
    const pos = container.resolve(POS_MODULE)
    const { handled, isLeft } = await handleWhileDue(container, { connectionId, queue: lane, handle })
    if (lane === "contacts" && handled > 0) {
      // What has just met is told, too.
      await drainStock(container, connectionId, "edits")
    }
    if (lane === "edits" && handled > 0) {
      // What the POS does not track any more is matched again.
      goOnBeside(container, "matching stock", drainStock(container, connectionId, "contacts"))
    }
    const next = await pos.query((sql) => nextStockAttempt(sql, connectionId))
    return isLeft || next ? whenCallable(await pos.findConnection(connectionId), { next, now: await pos.now() }) : null
  }
  await drainQueue(container, {
    queue: `stock-${lane}:${connectionId}`,
    area: "stock",
    drain,
    wake: async () => drainStock(container, connectionId, lane),
  })
}

/** Both lanes at once. */
export async function drainAllStock(container: MedusaContainer, connectionId: string): Promise<void> {
  await Promise.all([drainStock(container, connectionId, "edits"), drainStock(container, connectionId, "contacts")])
}

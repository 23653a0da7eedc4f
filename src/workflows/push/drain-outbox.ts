import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nextProductAttempt } from "../../modules/pos/queries/outbox/product-counts"
import { drainQueue } from "../queue/drain-queue"
import { drainAllStock } from "../stock/drain-stock"
import { markRuns } from "./mark-runs"
import { posPushProductsBatchWorkflow } from "./push-products-batch"
import { whenCallable } from "../connection/circuit-breaker"
import { noteWake, untilQuiet } from "../queue/debounce-wakes"
import { handleWhileDue } from "../queue/handle-while-due"

/** As many as one import takes. */
const PRODUCTS_IN_BATCH = 2_000

/** While the service works on one batch, the next is read and mapped. */
const BATCHES_AT_ONCE = 2

/** Marks the products of runs that have begun, then pushes what is due of a connection, products before their stock, until nothing is. */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  noteWake(connectionId)
  const drain = async () => {
    await untilQuiet(connectionId)
    await markRuns(container, connectionId)
    const lanes = Array.from({ length: BATCHES_AT_ONCE }, async () => drainProducts(container, connectionId))
    const isLeft = (await Promise.all(lanes)).some((lane) => lane.isLeft)
    await drainAllStock(container, connectionId)
    const pos = container.resolve(POS_MODULE)
    const next = await pos.query((sql) => nextProductAttempt(sql, connectionId))
    if (!isLeft && next === null) {
      return null
    }
    const connection = await pos.findConnection(connectionId)
    // Before somebody says so nothing may be sent, and who says so wakes the pump.
    return connection.push_held ? null : whenCallable(connection, { next, now: await pos.now() })
  }
  await drainQueue(container, {
    queue: `outbox:${connectionId}`,
    area: "catalog",
    drain,
    wake: async () => drainOutbox(container, connectionId),
  })
}

async function drainProducts(container: MedusaContainer, connectionId: string): Promise<{ isLeft: boolean }> {
  const input = { connection_id: connectionId, limit: PRODUCTS_IN_BATCH }
  const handle = async () => (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
  return handleWhileDue(container, { connectionId, queue: "catalogue", handle })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nextProductAttempt } from "../../modules/pos/queries/outbox/product-counts"
import { drainQueue } from "../queue/drain-queue"
import { drainAllStock } from "../stock/drain-stock"
import { posPushProductsBatchWorkflow } from "./push-products-batch"
import { whenCallable } from "../connection/circuit-breaker"
import { noteWake, untilQuiet } from "../queue/debounce-wakes"

/** As many as one import takes. */
const PRODUCTS_IN_BATCH = 2_000

/** While the service works on one batch, the next is read and mapped. */
const BATCHES_AT_ONCE = 2

/** Pushes what is due of a connection, products before their stock, until nothing is. */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  noteWake(connectionId)
  const drain = async () => {
    await untilQuiet(connectionId)
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, async () => drainProducts(container, connectionId)))
    await drainAllStock(container, connectionId)
    return nextAttempt(container, connectionId)
  }
  await drainQueue(container, {
    queue: `outbox:${connectionId}`,
    drain,
    wake: async () => drainOutbox(container, connectionId),
  })
}

/** Null when nothing waits, or nothing may be sent before somebody says so, who then wakes the pump. */
async function nextAttempt(container: MedusaContainer, connectionId: string): Promise<Date | null> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const next = await pos.query((sql) => nextProductAttempt(sql, connectionId))
  return connection.push_held ? null : whenCallable(connection, { next, now: await pos.now() })
}

async function drainProducts(container: MedusaContainer, connectionId: string): Promise<void> {
  const input = { connection_id: connectionId, limit: PRODUCTS_IN_BATCH }
  for (let claimed = PRODUCTS_IN_BATCH; claimed > 0;) {
    claimed = (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
  }
}

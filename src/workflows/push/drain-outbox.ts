import type { MedusaContainer } from "@medusajs/framework/types"
import { pump } from "../pump"
import { posPushStockBatchWorkflow } from "../stock/push-stock-batch"
import { posPushProductsBatchWorkflow } from "./push-products-batch"
import { noteWake, untilQuiet, wakeWhenDue } from "./outbox-waking"

/** As many as one import takes. */
const PRODUCTS_IN_BATCH = 2_000
const STOCK_IN_BATCH = 500

/** While the service works on one batch, the next is read and mapped. */
const BATCHES_AT_ONCE = 2

/** Pushes what is due of a connection, products before their stock, until nothing is. */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  noteWake(connectionId)
  await pump(`outbox:${connectionId}`, async () => {
    await untilQuiet(connectionId)
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, async () => drainProducts(container, connectionId)))
    const input = { connection_id: connectionId, limit: STOCK_IN_BATCH }
    for (let claimed = STOCK_IN_BATCH; claimed > 0;) {
      claimed = (await posPushStockBatchWorkflow(container).run({ input })).result.claimed
    }
    await wakeWhenDue(container, connectionId, () => drainOutbox(container, connectionId))
  })
}

async function drainProducts(container: MedusaContainer, connectionId: string): Promise<void> {
  const input = { connection_id: connectionId, limit: PRODUCTS_IN_BATCH }
  for (let claimed = PRODUCTS_IN_BATCH; claimed > 0;) {
    claimed = (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { setTimeout as sleep } from "node:timers/promises"
import { pump } from "../pump"
import { posPushStockBatchWorkflow } from "../stock/push-stock-batch"
import { posPushProductsBatchWorkflow } from "./push-products-batch"

const BATCH_SIZE = 500

/** A burst of edits is let to gather this long, so that it becomes one call. */
const GATHER_MS = 150

/** Pushes what is due of a connection, products before their stock, until nothing is. */
export async function drainOutbox(container: MedusaContainer, connectionId: string): Promise<void> {
  const input = { connection_id: connectionId, limit: BATCH_SIZE }
  await pump(`outbox:${connectionId}`, async () => {
    await sleep(GATHER_MS)
    for (let claimed = BATCH_SIZE; claimed > 0;) {
      claimed = (await posPushProductsBatchWorkflow(container).run({ input })).result.claimed
    }
    for (let claimed = BATCH_SIZE; claimed > 0;) {
      claimed = (await posPushStockBatchWorkflow(container).run({ input })).result.claimed
    }
  })
}

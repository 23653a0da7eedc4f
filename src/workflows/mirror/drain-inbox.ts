import type { MedusaContainer } from "@medusajs/framework/types"
import { pump } from "../pump"
import { posHandleInboxBatchWorkflow } from "./handle-inbox-batch"

const BATCH_SIZE = 250

/** Handles inbox entries of a connection until none is due. Any number of processes may do so at once. */
export async function drainInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`inbox:${connectionId}`, async () => {
    for (let claimed = BATCH_SIZE; claimed > 0;) {
      const { result } = await posHandleInboxBatchWorkflow(container).run({
        input: { connection_id: connectionId, limit: BATCH_SIZE },
      })
      claimed = result.claimed
    }
  })
}

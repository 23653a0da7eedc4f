import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nextInboxAttempt } from "../../modules/pos/queries/inbox/next-attempt"
import { drainQueue } from "../queue/drain-queue"
import { posHandleInboxBatchWorkflow } from "./handle-inbox-batch"

const BATCH_SIZE = 250

/** Handles inbox entries of a connection until none is due. Any number of processes may do so at once. */
export async function drainInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const drain = async () => {
    let lookedAt: Date
    let claimed: number
    do {
      lookedAt = await pos.now()
      const { result } = await posHandleInboxBatchWorkflow(container).run({
        input: { connection_id: connectionId, limit: BATCH_SIZE },
      })
      claimed = result.claimed
    } while (claimed > 0)
    // What was due before and is still there waits for its turn, or for a connection that is paused.
    return pos.query((sql) => nextInboxAttempt(sql, connectionId, lookedAt))
  }
  await drainQueue(container, {
    queue: `inbox:${connectionId}`,
    drain,
    wake: async () => drainInbox(container, connectionId),
  })
}

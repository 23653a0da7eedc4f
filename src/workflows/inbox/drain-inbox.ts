import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nextInboxAttempt } from "../../modules/pos/queries/inbox/next-attempt"
import { areTablesKnown } from "../queue/known-tables"
import { pump } from "../queue/pump"
import { wakeWhenDue } from "../queue/wake-when-due"
import { posHandleInboxBatchWorkflow } from "./handle-inbox-batch"

const BATCH_SIZE = 250

/** Handles inbox entries of a connection until none is due. Any number of processes may do so at once. */
export async function drainInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  const queue = `inbox:${connectionId}`
  const pos = container.resolve(POS_MODULE)
  await pump(queue, async () => {
    if (!(await areTablesKnown(container))) {
      return
    }
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
    const at = await pos.query((sql) => nextInboxAttempt(sql, connectionId, lookedAt))
    await wakeWhenDue(container, { queue, at }, async () => drainInbox(container, connectionId))
  })
}

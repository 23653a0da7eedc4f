import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { INBOX_BATCH } from "../../modules/pos/queries/inbox/lanes"
import { lastSequence } from "../../modules/pos/queries/inbox/last-sequence"
import { nextInboxAttempt } from "../../modules/pos/queries/inbox/next-attempt"
import { drainQueue } from "../queue/drain-queue"
import { handleWhileDue } from "../queue/handle-while-due"
import { posHandleInboxBatchWorkflow } from "./handle-inbox-batch"

/** Handles inbox entries of a connection until none is due. Any number of processes may do so at once. */
export async function drainInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const drain = async () => {
    const up_to = await pos.query(lastSequence)
    let lookedAt = await pos.now()
    const handle = async () => {
      lookedAt = await pos.now()
      const input = { connection_id: connectionId, limit: INBOX_BATCH, up_to }
      return (await posHandleInboxBatchWorkflow(container).run({ input })).result.claimed
    }
    await handleWhileDue(container, { connectionId, queue: "inbox", handle })
    // What was due before and is still there waits for its turn, or for a connection that is paused.
    return pos.query((sql) => nextInboxAttempt(sql, connectionId, lookedAt))
  }
  await drainQueue(container, {
    queue: `inbox:${connectionId}`,
    area: null,
    drain,
    wake: async () => drainInbox(container, connectionId),
  })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type DrainedQueue, isQueueDue } from "../../modules/pos/queries/queue/due"

type Batches = {
  connectionId: string
  queue: DrainedQueue
  /** claims a batch and handles it. @returns how many it could claim */
  handle: () => Promise<number>
}

/**
 * Handles batches of a queue as long as something is due. It is asked for first: a workflow that finds nothing costs a
 * dozen times as much as the question, and most of what wakes a queue has been handled by then.
 * @returns how many were handled, and whether something is left that could not be claimed, since the connection rests or
 * another process was quicker
 */
export async function handleWhileDue(
  container: MedusaContainer,
  { connectionId, queue, handle }: Batches
): Promise<{ handled: number; isLeft: boolean }> {
  const pos = container.resolve(POS_MODULE)
  let handled = 0
  while (await pos.query((sql, now) => isQueueDue(sql, queue, connectionId, now))) {
    const claimed = await handle()
    if (claimed === 0) {
      return { handled, isLeft: true }
    }
    handled += claimed
  }
  return { handled, isLeft: false }
}

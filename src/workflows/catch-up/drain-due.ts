import type { MedusaContainer } from "@medusajs/framework/types"
import { type DueQueues, findDueOutboxes, findDueQueues } from "../../modules/pos/queries/rounds/due-queues"
import { drainInbox } from "../inbox/drain-inbox"
import { drainOutbox } from "../push/drain-outbox"
import { askRound } from "./ask-round"
import { eachConnection } from "./each-connection"
import { sweepRefunds } from "./sweep-refunds"

/** Drains the queues that something is due in, of whichever connection. */
export async function drainDueQueues(container: MedusaContainer): Promise<void> {
  const due = await askRound(container, findDueQueues)
  const of = new Map(due.map((queues) => [queues.id, queues]))
  await eachConnection(container, "the sweep", async ({ id }) => drainThose(container, of.get(id)), [...of.keys()])
}

async function drainThose(container: MedusaContainer, queues: DueQueues | undefined): Promise<void> {
  if (queues?.refunds) {
    await sweepRefunds(container, queues.id)
  }
  const isInboxDue = queues?.inbox || queues?.refunds
  await Promise.all([
    isInboxDue ? drainInbox(container, queues.id) : undefined,
    queues?.outbox ? drainOutbox(container, queues.id) : undefined,
  ])
}

/** Drains the ways to the counter that something is due in. */
export async function drainDueOutboxes(container: MedusaContainer): Promise<void> {
  const due = await askRound(container, findDueOutboxes)
  await eachConnection(container, "pushing what changed", async ({ id }) => drainOutbox(container, id), due)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { leaseUntil, QUEUES, type QueueName } from "../../modules/pos/queue-terms"
import { type ClaimedRows, renewClaims } from "../../modules/pos/queries/queue/renew-claims"
import type { Sql } from "../../modules/pos/database/sql"
import { reasonOf } from "./reason-of"

/** What a process holds of a queue; `what` says so in the log. */
export type Held = { queue: QueueName; what: string; renew: (sql: Sql, until: Date) => Promise<unknown> }

/** Claimed rows as something held. */
export const heldRows = (rows: ClaimedRows, what: string): Held => ({
  ...{ queue: rows.queue, what },
  renew: async (sql, until) => renewClaims(sql, rows, until),
})

/** Does work on what this process holds, and renews its claim or lease until the work ends. */
export async function whileRenewing<Result>(
  container: MedusaContainer,
  { queue, what, renew }: Held,
  work: () => Promise<Result>
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  const timer = setInterval(() => {
    pos
      .query((sql, now) => renew(sql, leaseUntil(queue, now)))
      .catch((error: unknown) => {
        // It runs out then, and another process does the same once more, which harms nothing.
        container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: ${what} was not renewed: ${reasonOf(error)}`)
      })
  }, QUEUES[queue].renewMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../modules/pos"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { endLease, renewLease, takeLease } from "../modules/pos/leases"
import { leaseUntil, type QueueName, QUEUES } from "../modules/pos/queue-policies"
import { getErrorMessage } from "./errors"

/** What the work under a lease may check between two of its pieces. */
export type HeldLease = { isHeld: () => boolean }

/**
 * Runs work under a lease, so that only one process of the store does it at a time; other processes skip it. A process
 * that dies loses its lease within half a minute, and the next process that asks for it resumes the work.
 * @returns null when another process holds the lease
 */
export async function withLease<Result>(
  container: MedusaContainer,
  name: string,
  work: (lease: HeldLease) => Promise<Result>
): Promise<Result | null> {
  const pos = container.resolve(POS_MODULE)
  const lease = { name, token: randomUUID() }
  const isTaken = await pos.query((sql, now) => takeLease(sql, lease, { now, until: leaseUntil("leases", now) }))
  if (!isTaken) {
    return null
  }
  let held = true
  const renew = async (sql: Sql, until: Date) => {
    held = await renewLease(sql, lease, until)
  }
  try {
    return await withHeartbeat(container, { queue: "leases", what: `the lease ${name}`, renew }, async () =>
      work({ isHeld: () => held })
    )
  } finally {
    await pos.query((sql) => endLease(sql, lease))
  }
}

/** A claim or lease that a process holds on a queue. `what` names it in the log. */
export type Held = { queue: QueueName; what: string; renew: (sql: Sql, until: Date) => Promise<unknown> }

/** Makes claimed rows renewable by {@link withHeartbeat}. */
export const claimHandle = (rows: ClaimedRows, what: string): Held => ({
  queue: rows.queue,
  what,
  renew: async (sql, until) => renewClaims(sql, rows, until),
})

/** Runs work and renews its claim or lease until the work ends. */
export async function withHeartbeat<Result>(
  container: MedusaContainer,
  { queue, what, renew }: Held,
  work: () => Promise<Result>
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  const timer = setInterval(() => {
    pos
      .query((sql, now) => renew(sql, leaseUntil(queue, now)))
      .catch((error: unknown) => {
        // The claim may expire then and another process repeats the work, which is harmless.
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(`pos: ${what} was not renewed: ${getErrorMessage(error)}`)
      })
  }, QUEUES[queue].renewMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The queues whose rows are claimed with a token, and the columns of their claims. */
const CLAIMS = {
  inbox: { table: "pos_inbox_entry", until: "claimed_until", token: "claim_token" },
  catalog: { table: "pos_product_link", until: "claimed_until", token: "claim_token" },
  stock: { table: "pos_variant_link", until: "stock_claimed_until", token: "stock_claim_token" },
  orderEvents: { table: "pos_event_outbox", until: "claimed_until", token: "claim_token" },
  storeWrites: { table: "pos_store_write", until: "claimed_until", token: "claim_token" },
  giftCards: { table: "pos_gift_card", until: "claimed_until", token: "claim_token" },
} as const

/** Rows that a process has claimed. */
type ClaimedRows = { queue: keyof typeof CLAIMS; token: string; ids: string[] }

/** Extends claims while their work runs. Rows that were settled or taken over meanwhile are not changed. */
export async function renewClaims(sql: Sql, { queue, token, ids }: ClaimedRows, claimUntil: Date): Promise<void> {
  const claims = CLAIMS[queue]
  await sql(
    idRowSchema,
    `UPDATE ${claims.table} SET ${claims.until} = ? WHERE id = ANY(?) AND ${claims.token} = ? RETURNING id`,
    [claimUntil, ids, token]
  )
}

import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { leaseUntil } from "../../modules/pos/queue-terms"
import { endLease, renewLease, takeLease } from "../../modules/pos/queries/queue/leases"
import { whileRenewing } from "./while-renewing"

/** What the holder of a lease may ask between two pieces of its work. */
export type HeldLease = { isHeld: () => boolean }

/**
 * Does work that only one process of the shop may do at a time; the others go without it. A process that dies loses its
 * lease within half a minute, and the next that asks carries on.
 * @returns null when another process does it
 */
export async function withLease<Result>(
  container: MedusaContainer,
  name: string,
  work: (lease: HeldLease) => Promise<Result>
): Promise<Result | null> {
  const pos = container.resolve(POS_MODULE)
  const lease = { name, token: randomUUID() }
  const taken = await pos.query((sql, now) => takeLease(sql, lease, { now, until: leaseUntil("leases", now) }))
  if (!taken) {
    return null
  }
  let held = true
  const renew = async (sql: Sql, until: Date) => {
    held = await renewLease(sql, lease, until)
  }
  try {
    return await whileRenewing(container, { queue: "leases", what: `the lease ${name}`, renew }, async () =>
      work({ isHeld: () => held })
    )
  } finally {
    await pos.query((sql) => endLease(sql, lease))
  }
}

import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { endLease, renewLease, takeLease } from "../../modules/pos/queries/leases"
import { keepRenewing } from "./keep-renewing"
import { leaseUntil } from "./lease-terms"

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
  const taken = await pos.query((sql, now) => takeLease(sql, lease, { now, until: leaseUntil(now) }))
  if (!taken) {
    return null
  }
  let held = true
  const release = keepRenewing(container, `the lease ${name}`, async (sql, until) => {
    held = await renewLease(sql, lease, until)
  })
  try {
    return await work({ isHeld: () => held })
  } finally {
    release()
    await pos.query((sql) => endLease(sql, lease))
  }
}

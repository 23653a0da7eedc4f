import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { auditProducts } from "../workflows/push/audit-products"
import { drainOutbox } from "../workflows/push/drain-outbox"
import { sweepChanges } from "../workflows/shop/sweep-changes"

/** Finds what changed in the shop without an event that told of it: by the time of change, and by content. */
export default async function findChanges(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({ state: "active", push_held: false }, { take: null })
  for (const connection of connections) {
    await sweepChanges(container, connection)
    await auditProducts(container, connection)
    await drainOutbox(container, connection.id)
  }
}

export const config = { name: "pos-find-changes", schedule: "* * * * *" }

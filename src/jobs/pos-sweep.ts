import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { drainInbox } from "../workflows/mirror/drain-inbox"
import { drainOutbox } from "../workflows/push/drain-outbox"

/** Drains what no event woke a pump for: after a crash, a lost wake-up, or a retry that has become due. */
export default async function sweep(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  await Promise.all(
    connections.map(async ({ id }) => {
      await drainInbox(container, id)
      await drainOutbox(container, id)
    })
  )
}

export const config = { name: "pos-sweep", schedule: "* * * * *" }

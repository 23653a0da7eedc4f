import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { lookAfter } from "../workflows/mirror/look-after"

/** Watches every connection's subscription and asks for purchases that no notification told of. */
export default async function lookAfterConnections(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  await Promise.all(connections.map(({ id }) => lookAfter(container, id)))
}

export const config = { name: "pos-look-after", schedule: "*/5 * * * *" }

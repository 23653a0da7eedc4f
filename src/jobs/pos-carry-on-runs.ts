import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { carryOnRuns } from "../workflows/carry-on-runs"

/** Carries on backfills and reconciliations that a restart or a service that was down has interrupted. */
export default async function carryOnAllRuns(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  await Promise.all(connections.map(({ id }) => carryOnRuns(container, id)))
}

export const config = { name: "pos-carry-on-runs", schedule: "* * * * *" }

import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { recordOutages } from "../../modules/pos/queries/connection/outages"
import { probeReachability } from "../../pos-api/client"

/**
 * Probes each address of the POS API once, however many connections share it, and records which ones do not answer. A store
 * that has nothing to send or to fetch notices an outage by this alone.
 */
export async function checkReachability(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { addresses } = await pos.getOptions()
  const connected = await pos.listPosConnections({ state: ["active", "paused"] }, { take: 1, select: ["id"] })
  const urls = connected.length > 0 && addresses ? Object.values(addresses) : []
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const startedAt = await pos.now()
  const probed = await Promise.all(origins.map(async (address) => ({ address, ...(await probeReachability(address)) })))
  const silent = probed.flatMap((probe) =>
    probe.isReachable ? [] : [{ address: probe.address, reason: probe.reason }]
  )
  await pos.transaction((sql) => recordOutages(sql, silent, startedAt))
}

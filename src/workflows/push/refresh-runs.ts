import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"

/** A run's progress is a count of the links it waits for; it ends when none is due. */
export async function refreshRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const runs = await pos.listPosRuns({ connection_id: connectionId, kind: "push", state: "running" })
  if (runs.length === 0) {
    return
  }
  const counts = await pos.countProductLinks(connectionId)
  const finished = counts.pending === 0
  const finished_at = await pos.now()
  await pos.updatePosRuns(
    runs.map((run) => ({
      id: run.id,
      done: Math.max(run.total - counts.pending, 0),
      rejected: counts.rejected,
      ...(finished ? { state: "finished" as const, finished_at } : {}),
    }))
  )
}

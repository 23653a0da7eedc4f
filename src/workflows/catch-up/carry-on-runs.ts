import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { carryOnBackfill } from "./carry-on-backfill"
import { pump } from "../queue/pump"
import { withLease } from "../queue/with-lease"
import { carryOnReconciliation } from "./reconcile-stock"

/** Carries on the runs of a connection that bring something into the shop, one after another, each in one process. */
export async function carryOnRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`runs:${connectionId}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const isRunning = { connection_id: connectionId, state: "running" as const, kind: ["backfill", "reconcile"] }
    const runs = await pos.listPosRuns(isRunning, { order: { created_at: "ASC" }, select: ["id"] })
    for (const { id } of runs) {
      await withLease(container, `run:${id}`, async (lease) => {
        // As it stands now: whoever held it before may have brought it on, or to its end.
        const [run] = await pos.listPosRuns({ ...isRunning, id })
        if (run) {
          await (run.kind === "backfill"
            ? carryOnBackfill(container, run, lease)
            : carryOnReconciliation(container, run))
        }
      })
    }
  })
}

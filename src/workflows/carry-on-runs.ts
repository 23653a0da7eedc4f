import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { carryOnBackfill } from "./mirror/carry-on-backfill"
import { pump } from "./pump"
import { carryOnReconciliation } from "./stock/reconcile-stock"

/** Carries on the runs of a connection that bring something into the shop, one after another. */
export async function carryOnRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`runs:${connectionId}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const runs = await pos.listPosRuns(
      { connection_id: connectionId, state: "running", kind: ["backfill", "reconcile"] },
      { order: { created_at: "ASC" } }
    )
    for (const run of runs) {
      await (run.kind === "backfill" ? carryOnBackfill(container, run) : carryOnReconciliation(container, run))
    }
  })
}

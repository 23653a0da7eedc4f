import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { type HeldLease, withLease } from "../../runtime/claims"
import { runSingleFlight } from "../../runtime/workers"
import { resumeFetch, resumeMoneyReconciliation } from "../reconciliation"
import { resumeBulkAction, resumeRestore } from "../catalog"
import { resumeBackfill } from "../sales"
import { resumeStockReconciliation } from "../stock"

/** Kinds of runs that are done in pieces. A push is done by its outbox instead. */
export const KINDS_IN_PIECES = ["backfill", "reconcile", "money", "bulk", "restore", "fetch"]

/** Resumes the runs of a connection that are done in pieces, one after another, each in one process. */
export async function resumeRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  await runSingleFlight(`runs:${connectionId}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const isRunning = {
      connection_id: connectionId,
      state: "running" as const,
      kind: KINDS_IN_PIECES,
    }
    const runs = await pos.listPosRuns(isRunning, { order: { created_at: "ASC" }, select: ["id"] })
    for (const { id } of runs) {
      await withLease(container, `run:${id}`, async (lease) => {
        // Reads the current state: the previous holder of the lease may have advanced or ended the run.
        const [run] = await pos.listPosRuns({ ...isRunning, id })
        if (run) {
          await resumeRun(container, run, lease)
        }
      })
    }
  })
}

async function resumeRun(container: MedusaContainer, run: InferTypeOf<typeof PosRun>, lease: HeldLease): Promise<void> {
  switch (run.kind) {
    case "backfill":
      return resumeBackfill(container, run, lease)
    case "money":
      return resumeMoneyReconciliation(container, run, lease)
    case "fetch":
      return resumeFetch(container, run, lease)
    case "bulk":
      return resumeBulkAction(container, run, lease)
    case "restore":
      return resumeRestore(container, run, lease)
    default:
      return resumeStockReconciliation(container, run)
  }
}

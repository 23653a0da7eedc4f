import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { carryOnBulk } from "../catalogue/carry-on-bulk"
import { carryOnBackfill } from "./carry-on-backfill"
import { pump } from "../queue/pump"
import { type HeldLease, withLease } from "../queue/with-lease"
import { carryOnMoneyCheck } from "../money/carry-on-money-check"
import { carryOnReconciliation } from "./carry-on-reconciliation"

/** Runs that go piece by piece; a push goes by its outbox. */
export const KINDS_IN_PIECES = ["backfill", "reconcile", "money", "bulk"]

/** Carries on the runs of a connection that go piece by piece, one after another, each in one process. */
export async function carryOnRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`runs:${connectionId}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const isRunning = {
      connection_id: connectionId,
      state: "running" as const,
      kind: KINDS_IN_PIECES,
    }
    const runs = await pos.listPosRuns(isRunning, { order: { created_at: "ASC" }, select: ["id"] })
    for (const { id } of runs) {
      await withLease(container, `run:${id}`, async (lease) => {
        // As it stands now: whoever held it before may have brought it on, or to its end.
        const [run] = await pos.listPosRuns({ ...isRunning, id })
        if (run) {
          await carryOn(container, run, lease)
        }
      })
    }
  })
}

async function carryOn(container: MedusaContainer, run: InferTypeOf<typeof PosRun>, lease: HeldLease): Promise<void> {
  switch (run.kind) {
    case "backfill":
      return carryOnBackfill(container, run, lease)
    case "money":
      return carryOnMoneyCheck(container, run, lease)
    case "bulk":
      return carryOnBulk(container, run, lease)
    default:
      return carryOnReconciliation(container, run)
  }
}

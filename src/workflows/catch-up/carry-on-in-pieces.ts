import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { recordServiceError } from "../connection/circuit-breaker"
import type { HeldLease } from "../queue/with-lease"

/** How far a run has come: where it goes on, how many records it has looked at, and of how many, where that is known. */
export type RunProgress = { cursor: string | null; done: number; total?: number; details: object }

/**
 * Carries a run on from where it stood until it has ended, is cancelled, or another process holds it: each piece is
 * recorded, so that a crash costs one at most. What fails is noted with the run, which goes on later.
 * @param nextPiece does the next piece and says how far the run has come; null after the last one
 * @param end what follows the last piece; by default the run has finished
 */
export async function carryOnInPieces(
  container: MedusaContainer,
  run: InferTypeOf<typeof PosRun>,
  lease: HeldLease,
  nextPiece: () => Promise<RunProgress | null>,
  end: () => Promise<void> = async () => finish(container, run.id)
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  try {
    for (;;) {
      const progress = await nextPiece()
      if (!lease.isHeld()) {
        // Another process carries it on, from the piece before.
        return
      }
      if (progress === null) {
        break
      }
      const { cursor, done, total = done, details } = progress
      await pos.updatePosRuns({ id: run.id, cursor, done, total, details: { ...details }, reason: null })
      const [now] = await pos.listPosRuns({ id: run.id })
      if (now?.state !== "running") {
        return
      }
    }
    await end()
  } catch (error) {
    await pos.updatePosRuns({ id: run.id, reason: await recordServiceError(container, run.connection_id, error) })
  }
}

async function finish(container: MedusaContainer, runId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await pos.updatePosRuns({ id: runId, state: "finished", finished_at: await pos.now() })
}

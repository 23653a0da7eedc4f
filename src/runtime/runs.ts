import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { replacedJson } from "../modules/pos/database/json-text"
import type { PosRun } from "../modules/pos/models"
import { recordServiceError } from "./circuit-breaker"
import type { HeldLease } from "./claims"

/** Progress of a run: the cursor at which it resumes, how many records it has processed, and of how many, if known. */
export type RunProgress = { cursor: string | null; done: number; total?: number; details: object }

/**
 * Resumes a run and continues until it has ended, is canceled, or another process holds its lease. Progress is
 * recorded after each piece, so a crash repeats at most one piece. A failure is recorded with the run, which resumes
 * later.
 * @param nextPiece does the next piece and returns the progress; null after the last piece
 * @param end runs after the last piece; by default it sets the run to finished
 */
export async function resumeInPieces(
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
        // Another process resumes it, from the piece before.
        return
      }
      if (progress === null) {
        break
      }
      const { cursor, done, total = done, details } = progress
      await pos.updatePosRuns({ id: run.id, cursor, done, total, details: replacedJson({ ...details }), reason: null })
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

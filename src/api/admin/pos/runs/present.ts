import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosRun } from "../../../../modules/pos/models"

/**
 * Converts a run for the API: `rate` in products per second since it started or resumed, `seconds_left` at that rate.
 * Both are null while they are unknown.
 */
export function presentRun(run: InferTypeOf<typeof PosRun>, now: Date) {
  const { resumed_at, resumed_done } = run
  const until = run.finished_at ?? now
  const seconds = resumed_at ? (until.getTime() - resumed_at.getTime()) / 1_000 : 0
  const rate = run.state !== "paused" && seconds > 0 ? (run.done - resumed_done) / seconds : 0
  const isOpen = run.state === "running"
  return {
    id: run.id,
    connection_id: run.connection_id,
    kind: run.kind,
    state: run.state,
    total: run.total,
    done: run.done,
    rejected: run.rejected,
    reason: run.reason,
    details: run.details,
    finished_at: run.finished_at,
    created_at: run.created_at,
    updated_at: run.updated_at,
    rate: rate > 0 ? Math.round(rate * 10) / 10 : null,
    seconds_left: isOpen && rate > 0 ? Math.ceil((run.total - run.done) / rate) : null,
  }
}

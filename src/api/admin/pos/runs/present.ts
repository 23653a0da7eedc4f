import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosRun } from "../../../../modules/pos/models"

/**
 * A run with how fast it goes: `rate` in products a second since it began or was resumed, `seconds_left` at that rate.
 * Both are null while nothing can be said.
 */
export function presentRun(
  { deleted_at: _deleted, resumed_at, resumed_done, ...run }: InferTypeOf<typeof PosRun>,
  now: Date
) {
  const until = run.finished_at ?? now
  const seconds = resumed_at ? (until.getTime() - resumed_at.getTime()) / 1_000 : 0
  const rate = run.state !== "paused" && seconds > 0 ? (run.done - resumed_done) / seconds : 0
  const isOpen = run.state === "running"
  return {
    ...run,
    rate: rate > 0 ? Math.round(rate * 10) / 10 : null,
    seconds_left: isOpen && rate > 0 ? Math.ceil((run.total - run.done) / rate) : null,
  }
}

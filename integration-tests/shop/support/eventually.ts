import { setTimeout as sleep } from "node:timers/promises"

const LONGEST_MS = 45_000
const PAUSE_MS = 100

/** Tries until `check` no longer throws; fails with its last error, after `longestMs` at the earliest. */
export async function eventually<Result>(check: () => Promise<Result>, longestMs = LONGEST_MS): Promise<Result> {
  const end = performance.now() + longestMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) {
        throw error
      }
      await sleep(PAUSE_MS)
    }
  }
}

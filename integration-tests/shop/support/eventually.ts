import { setTimeout as sleep } from "node:timers/promises"

const TRIES = 150
const PAUSE_MS = 100

/** Tries until `check` no longer throws; fails with its last error. */
export async function eventually<Result>(check: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await check()
    } catch (error) {
      if (tried === TRIES) {
        throw error
      }
      await sleep(PAUSE_MS)
    }
  }
}

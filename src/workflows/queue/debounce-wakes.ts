import { setTimeout as sleep } from "node:timers/promises"
import { QUIET_MS } from "./pace"

/** The longest that a burst may hold back its first change. */
const LONGEST_MS = 3_000

const bursts = new Map<string, { first: number; last: number }>()

/** Notes that something of a connection has become due. */
export function noteWake(connectionId: string): void {
  const now = performance.now()
  bursts.set(connectionId, { first: bursts.get(connectionId)?.first ?? now, last: now })
}

/** Waits until no wake-up has come for a moment. */
export async function untilQuiet(connectionId: string): Promise<void> {
  for (;;) {
    const burst = bursts.get(connectionId)
    const now = performance.now()
    const wait = burst ? Math.min(burst.last + QUIET_MS, burst.first + LONGEST_MS) - now : 0
    if (wait <= 0) {
      bursts.delete(connectionId)
      return
    }
    await sleep(wait)
  }
}

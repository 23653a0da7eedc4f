import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import { BREATH_MS } from "./pace"

type Running = { again: boolean; done: Promise<void> }

/** What this process is draining. Correctness does not hang on it: rows are claimed in the database. */
const running = new Map<string, Running>()

/**
 * Drains one queue of one connection, once at a time in this process. A wake-up that comes while it runs makes it run
 * once more, so that a burst of wake-ups costs two runs.
 */
export async function pump(key: string, drain: () => Promise<void>): Promise<void> {
  const known = running.get(key)
  if (known) {
    known.again = true
    return known.done
  }
  const state: Running = { again: false, done: Promise.resolve() }
  running.set(key, state)
  state.done = (async () => {
    try {
      do {
        state.again = false
        await drain()
      } while (state.again && (await sleep(BREATH_MS, true)))
    } finally {
      running.delete(key)
    }
  })()
  return state.done
}

const timers = new Map<string, NodeJS.Timeout>()

/** Starts a pump after `waitMs`, instead of what was planned for its key; `undefined` plans nothing. */
export function pumpLater(key: string, waitMs: number | undefined, start: () => void): void {
  clearTimeout(timers.get(key))
  timers.delete(key)
  if (waitMs !== undefined) {
    timers.set(key, setTimeout(start, waitMs).unref())
  }
}

/** Work that will wake pumps. */
const waking = new Set<Promise<void>>()

/** Makes a rest of the pumps wait for work that will wake one. */
export function beforeRest(work: Promise<void>): Promise<void> {
  waking.add(work)
  return work.finally(() => waking.delete(work))
}

/** Waits until no pump of this process runs, and starts none that was only planned: before its database goes away. */
export async function restPumps(): Promise<void> {
  do {
    timers.forEach((timer) => clearTimeout(timer))
    timers.clear()
    await Promise.allSettled([...waking, ...[...running.values()].map(({ done }) => done)])
    await nextTurn()
  } while (running.size > 0 || waking.size > 0)
}

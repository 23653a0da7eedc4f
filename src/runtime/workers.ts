import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { getErrorMessage } from "./errors"

/**
 * Milliseconds between two drains of one queue. Work that is reported in small pieces is so drained in batches:
 * draining one row costs nearly as much as draining fifty.
 */
export const BREATH_MS = 50

/**
 * Milliseconds between two inbox wake-ups of a connection. Entries stored meanwhile need no event of their own; under
 * load there would be hundreds per second.
 */
export const BETWEEN_WAKINGS_MS = 25

/**
 * As {@link BETWEEN_WAKINGS_MS}, for entries about products only: echoes can wait, and handling one costs nearly as
 * much as handling a hundred.
 */
export const BETWEEN_ECHOES_MS = 1_000

/**
 * Maximum number of product inbox drains per second, for all connections of a store together. Fifty registers that
 * receive their products at once would otherwise be drained one by one.
 */
export const ECHO_DRAINS_PER_SECOND = 10

/** Milliseconds without a new change after which a burst of changes has ended. The whole burst becomes one call. */
export const QUIET_MS = 150

/** How many connections of a store are processed at once. */
export const CONNECTIONS_AT_ONCE = 8

type Running = { again: boolean; done: Promise<void> }

/** Drains that run in this process. Correctness does not depend on it: rows are claimed in the database. */
const running = new Map<string, Running>()

/**
 * Drains one queue of one connection, with at most one drain at a time in this process. A wake-up during a drain causes
 * one more drain afterwards, so a burst of wake-ups costs two drains.
 */
export async function runSingleFlight(key: string, drain: () => Promise<void>): Promise<void> {
  const runningWork = running.get(key)
  if (runningWork) {
    runningWork.again = true
    return runningWork.done
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

/**
 * Schedules a drain in `waitMs` milliseconds and replaces the one scheduled for the same key; `undefined` only cancels
 * it.
 */
export function drainLater(key: string, waitMs: number | undefined, start: () => void): void {
  clearTimeout(timers.get(key))
  timers.delete(key)
  if (waitMs !== undefined) {
    timers.set(key, setTimeout(start, waitMs).unref())
  }
}

/** Work that will wake drains. */
const waking = new Set<Promise<unknown>>()

/** Makes {@link shutdownWorkers} wait for work that will wake a drain. */
function beforeRest<Result>(work: Promise<Result>): Promise<Result> {
  waking.add(work)
  return work.finally(() => waking.delete(work))
}

/**
 * Waits until no drain of this process runs and cancels the scheduled ones. It is called before the database connection
 * closes.
 */
export async function shutdownWorkers(): Promise<void> {
  do {
    timers.forEach((timer) => clearTimeout(timer))
    timers.clear()
    await Promise.allSettled([...waking, ...[...running.values()].map(({ done }) => done)])
    await nextTurn()
  } while (running.size > 0 || waking.size > 0)
}

/** Milliseconds for which a scheduled job may occupy its worker. Unfinished work continues in the background. */
const BUDGET_MS = 30_000

/**
 * Runs work in the background, without making its caller wait. An event bus that handles one event at a time would
 * otherwise block the store's own subscribers. A failure is logged, and the sweep repeats the unfinished work.
 * @param name what the work does, for the log
 */
export function runInBackground(container: MedusaContainer, name: string, work: Promise<void>): void {
  const watched = work.catch((error: unknown) => {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: ${name} is left for the sweep: ${getErrorMessage(error)}`)
  })
  void beforeRest(watched)
}

/** Waits for work for at most `budgetMs` milliseconds. Work that takes longer continues in the background. */
export async function withinBudget(
  container: MedusaContainer,
  name: string,
  work: Promise<void>,
  budgetMs = BUDGET_MS
): Promise<void> {
  const timer = new AbortController()
  const isOver = sleep(budgetMs, true, { signal: timer.signal, ref: false }).catch(() => true)
  const isLeft = await Promise.race([work.then(() => false), isOver])
  timer.abort()
  if (isLeft) {
    runInBackground(container, name, work)
  }
}

/** Changes within this many milliseconds are handled together. */
const GATHER_MS = 25

type Waiting<Result> = { ids: Set<string>; done: Promise<Result> }

/**
 * Debounces a handler of many ids: calls within {@link GATHER_MS} become one call with all ids. Ids that wait when the
 * process ends are lost, as events are; the sweep finds them.
 */
export function coalesce<Result>(
  handle: (container: MedusaContainer, ids: string[]) => Promise<Result>
): (container: MedusaContainer, ids: string[]) => Promise<Result> {
  let waiting: Waiting<Result> | null = null
  return async (container, ids) => {
    if (waiting === null) {
      const collected = new Set<string>()
      const done = beforeRest(
        sleep(GATHER_MS).then(async () => {
          waiting = null
          return handle(container, [...collected])
        })
      )
      waiting = { ids: collected, done }
    }
    ids.forEach((id) => waiting?.ids.add(id))
    return waiting.done
  }
}

/** Longest time in milliseconds that a burst may delay its first change. */
const LONGEST_MS = 3_000

const bursts = new Map<string, { first: number; last: number }>()

/** Records a wake-up: something of a connection has become due. */
export function noteWake(connectionId: string): void {
  const now = performance.now()
  bursts.set(connectionId, { first: bursts.get(connectionId)?.first ?? now, last: now })
}

/**
 * Waits until a connection has had no wake-up for {@link QUIET_MS}, but at most {@link LONGEST_MS} after its first one.
 */
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

/**
 * Milliseconds after which other work of this process gets a turn. Importing a sale waits for some forty responses of
 * PostgreSQL, and each may be delayed by the synchronous work that runs then. A value ten times as long would delay the
 * sale ten times as much.
 */
const TURN_MS = 1

/**
 * Maps items in order, as `Array.prototype.map` does, and yields to the event loop so that other work of this process
 * is not blocked.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result
): Promise<Result[]> {
  const results: Result[] = []
  let began = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - began >= TURN_MS) {
      await nextTurn()
      began = performance.now()
    }
    results.push(map(item, index))
  }
  return results
}

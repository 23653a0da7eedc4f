import { setTimeout as timer } from "node:timers/promises"
import { type Clock, systemClock } from "../clock"
import type { CallBudget, Lane, Reservation } from "./call-budget"

/** The longest that a call waits for its turn, in milliseconds. */
export const LONGEST_WAIT_MS: Record<Lane, number> = { urgent: 20_000, bulk: 60_000 }

/** After so long a bulk call goes with the urgent ones: a day full of single changes must not stop a sync. */
export const BULK_PATIENCE_MS = 5_000

/** A budget had no call to give in time, or the wait for it was broken off. Nothing was sent. */
export class NoTurnError extends Error {
  /** @param waitMs after which it is worth asking again */
  constructor(
    readonly waitMs: number,
    options?: ErrorOptions
  ) {
    super(`No call was free within the time that one waits; the next may be in ${waitMs} ms`, options)
    this.name = "NoTurnError"
  }
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

const sleepAbortably: Sleep = async (ms, signal) => {
  await timer(ms, undefined, { signal })
}

/**
 * Lets calls through when the budget has one for them, in the order in which they came. Of the bulk calls of a process
 * only the first asks, so that a long queue costs no more statements than a short one.
 */
export class Turnstile {
  private bulkQueue: Promise<void> = Promise.resolve()
  private readonly clock: Clock
  private readonly sleep: Sleep

  constructor(
    private readonly budget: CallBudget,
    { clock = systemClock, sleep = sleepAbortably }: { clock?: Clock; sleep?: Sleep } = {}
  ) {
    this.clock = clock
    this.sleep = sleep
  }

  /** Returns when the call may be made. @throws NoTurnError when that takes too long, or `signal` ends the wait */
  async pass(lane: Lane, signal?: AbortSignal): Promise<void> {
    if (lane === "urgent") {
      await this.use(await this.budget.reserve("urgent", LONGEST_WAIT_MS.urgent), signal)
      return
    }
    const cameAt = this.now()
    const turn = this.bulkQueue.then(async () => this.passInBulk(cameAt, signal))
    // Whoever is next waits for the end of this one, not for its success.
    this.bulkQueue = turn.catch(() => undefined)
    await turn
  }

  /** All calls rest after a 429. */
  async rest(ms: number | null): Promise<void> {
    await this.budget.empty(ms)
  }

  private async passInBulk(cameAt: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const waited = this.now() - cameAt
      const lane = waited < BULK_PATIENCE_MS ? "bulk" : "urgent"
      const left = LONGEST_WAIT_MS.bulk - waited
      const reservation = await this.budget.reserve(lane, Math.max(left, 0))
      if (reservation.reserved) {
        await this.use(reservation, signal)
        return
      }
      if (reservation.waitMs > left) {
        throw new NoTurnError(reservation.waitMs)
      }
      await this.waitFor(lane === "bulk" ? Math.min(reservation.waitMs, BULK_PATIENCE_MS) : reservation.waitMs, signal)
    }
  }

  /** Waits until what was reserved may be used. */
  private async use({ reserved, waitMs }: Reservation, signal?: AbortSignal): Promise<void> {
    if (!reserved) {
      throw new NoTurnError(waitMs)
    }
    if (waitMs > 0 || signal?.aborted) {
      await this.waitFor(waitMs, signal)
    }
  }

  private async waitFor(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.sleep(ms, signal)
    } catch (error) {
      throw new NoTurnError(ms, { cause: error })
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}

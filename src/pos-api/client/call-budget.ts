import { setTimeout as timer } from "node:timers/promises"
import { type AxiosAdapter, AxiosError } from "axios"
import { type Clock, systemClock } from "../clock"
import { getRetryAfterMs } from "./failures"

/** The client's interfaces, by the names that rate limits use. */
export const POS_INTERFACES = [
  "products",
  "imports",
  "images",
  "purchases",
  "giftCards",
  "accountTransactions",
  "subscriptions",
  "users",
  "organizations",
  "inventory",
] as const

/** The name of a POS interface. */
export type PosInterface = (typeof POS_INTERFACES)[number]

/**
 * Priority of a call. `urgent`: a person or a single change waits for it; it takes the next available call. `bulk`: one
 * of many calls of a long operation; it takes only what urgent calls leave.
 */
export type Lane = "urgent" | "bulk"

/** Result of a reservation, and in how many milliseconds the call may be made or the reservation retried. */
export type Reservation = { reserved: boolean; waitMs: number }

/**
 * Call budget of one interface and organization: a token bucket that all processes share. The client depends only on
 * this type; the creator of the client decides where the bucket is stored.
 */
export type CallBudget = {
  /** Takes a token. It may take a future token that is at most `withinMs` away; else it takes none. */
  reserve(lane: Lane, withinMs: number): Promise<Reservation>
  /** Blocks all calls after the POS answered 429. @param ms milliseconds; null: the POS did not say how long */
  empty(ms: number | null): Promise<void>
}

/** Budgets by interface. An interface that is not named has no limit. */
export type CallBudgets = Partial<Record<PosInterface, CallBudget>>

/** The longest time that a call waits for its turn, in milliseconds. */
export const LONGEST_WAIT_MS: Record<Lane, number> = { urgent: 20_000, bulk: 60_000 }

/** After this time a bulk call becomes urgent, so that a day full of single changes cannot stop a sync. */
export const BULK_PATIENCE_MS = 5_000

/** A budget had no call available in time, or the wait was aborted. Nothing was sent. */
export class NoTurnError extends Error {
  /** @param waitMs milliseconds after which a retry makes sense */
  constructor(
    readonly waitMs: number,
    options?: ErrorOptions
  ) {
    super(`No call was free within the time that one waits; the next may be in ${waitMs} ms`, options)
    this.name = "NoTurnError"
  }
}

/** Waits for a number of milliseconds; the signal ends the wait with an error. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

const sleepAbortably: Sleep = async (ms, signal) => {
  await timer(ms, undefined, { signal })
}

/**
 * Queue of one interface's calls in this process. It lets calls through in order when the budget allows. Of the bulk
 * calls, only the first requests a token, so that a long queue needs no more SQL statements than a short one.
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

  /** Waits until the call may be made. @throws NoTurnError when that takes too long, or `signal` aborts the wait */
  async pass(lane: Lane, signal?: AbortSignal): Promise<void> {
    if (lane === "urgent") {
      await this.use(await this.budget.reserve("urgent", LONGEST_WAIT_MS.urgent), signal)
      return
    }
    const cameAt = this.now()
    const turn = this.bulkQueue.then(async () => this.passInBulk(cameAt, signal))
    // The next call waits for the end of this one, not for its success.
    this.bulkQueue = turn.catch(() => undefined)
    await turn
  }

  /** Blocks all calls after a 429. */
  async rest(ms: number | null): Promise<void> {
    await this.budget.empty(ms)
  }

  private async passInBulk(cameAt: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const waited = this.now() - cameAt
      const lane = waited < BULK_PATIENCE_MS ? "bulk" : "urgent"
      const waitLeftMs = LONGEST_WAIT_MS.bulk - waited
      const reservation = await this.budget.reserve(lane, Math.max(waitLeftMs, 0))
      if (reservation.reserved) {
        await this.use(reservation, signal)
        return
      }
      if (reservation.waitMs > waitLeftMs) {
        throw new NoTurnError(reservation.waitMs)
      }
      await this.waitFor(lane === "bulk" ? Math.min(reservation.waitMs, BULK_PATIENCE_MS) : reservation.waitMs, signal)
    }
  }

  /** Waits until the reserved call may be made. */
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

/** Pacing of an instance's calls. `signal` aborts the wait of all calls that wait for their turn. */
export type Pace = { turnstile: Turnstile; lane: Lane; signal?: AbortSignal }

/** A 429 after which the budget already blocks all processes. */
export class PacedAxiosError extends AxiosError {}

/**
 * Wraps an adapter so that every attempt waits for its turn, retries too. The wait does not count toward the call's
 * timeout.
 */
export function paced(adapter: AxiosAdapter, { turnstile, lane, signal }: Pace): AxiosAdapter {
  return async (config) => {
    await turnstile.pass(lane, signal)
    try {
      return await adapter(config)
    } catch (error) {
      if (error instanceof AxiosError && error.response?.status === 429) {
        await turnstile.rest(getRetryAfterMs(error) || null)
        throw new PacedAxiosError(error.message, error.code, error.config, error.request, error.response)
      }
      throw error
    }
  }
}

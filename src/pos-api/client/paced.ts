import { type AxiosAdapter, AxiosError } from "axios"
import { retryAfter } from "axios-retry"
import type { Lane } from "./call-budget"
import type { Turnstile } from "./wait-for-turn"

/** How the calls of an instance are paced. `signal` ends the wait of all that wait for their turn. */
export type Pace = { turnstile: Turnstile; lane: Lane; signal?: AbortSignal }

/** A 429 after which everybody is held back already. */
export class PacedAxiosError extends AxiosError {}

/** Every attempt waits for its turn, retries too. How long it waits is no part of the time that a call may take. */
export function paced(adapter: AxiosAdapter, { turnstile, lane, signal }: Pace): AxiosAdapter {
  return async (config) => {
    await turnstile.pass(lane, signal)
    try {
      return await adapter(config)
    } catch (error) {
      if (error instanceof AxiosError && error.response?.status === 429) {
        await turnstile.rest(retryAfter(error) || null)
        throw new PacedAxiosError(error.message, error.code, error.config, error.request, error.response)
      }
      throw error
    }
  }
}

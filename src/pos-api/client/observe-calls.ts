import { type AxiosAdapter, AxiosError } from "axios"
import type { PosInterface } from "./call-budget"

/** Interface of an observed call; `tokens`: calls that obtain access tokens. */
export type ObservedInterface = PosInterface | "tokens"

/** Called when an attempt ends. @param status the HTTP status; null: no answer */
export type EndOfCall = (status: number | null) => void

/**
 * Called for every attempt of a call; returns the function to call at its end. It receives nothing of the call's
 * content.
 */
export type CallObserver = (call: { interface: ObservedInterface; method: string }) => EndOfCall

declare module "axios" {
  interface AxiosRequestConfig {
    /** for {@link CallObserver} */
    posInterface?: ObservedInterface
  }
}

/** Wraps an adapter so that every attempt is reported, retries too. The wait for its turn is not included. */
export function observed(adapter: AxiosAdapter, observe: CallObserver): AxiosAdapter {
  return async (config) => {
    const end = observe({ interface: config.posInterface ?? "tokens", method: (config.method ?? "get").toUpperCase() })
    try {
      const response = await adapter(config)
      end(response.status)
      return response
    } catch (error) {
      end(error instanceof AxiosError ? (error.response?.status ?? null) : null)
      throw error
    }
  }
}

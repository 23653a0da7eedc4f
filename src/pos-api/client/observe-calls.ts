import { type AxiosAdapter, AxiosError } from "axios"
import type { PosInterface } from "./call-budget"

/** Whose calls they are; `tokens`: those by which access tokens are had. */
export type ObservedInterface = PosInterface | "tokens"

/** How an attempt ended. @param status null: there was no answer */
export type EndOfCall = (status: number | null) => void

/** Is told of every attempt of a call, and answers with who is told how it ended. Nothing of a call's content is told. */
export type CallObserver = (call: { interface: ObservedInterface; method: string }) => EndOfCall

declare module "axios" {
  interface AxiosRequestConfig {
    /** for a {@link CallObserver} */
    posInterface?: ObservedInterface
  }
}

/** Every attempt is told of, retries too; the wait for its turn is no part of it. */
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

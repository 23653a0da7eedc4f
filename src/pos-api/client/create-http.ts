import http from "node:http"
import https from "node:https"
import axios, { type AxiosAdapter, AxiosError, type AxiosInstance } from "axios"
import axiosRetry, { retryAfter } from "axios-retry"
import { isWorthRetrying, MAX_RESPONSE_MEGABYTES } from "./failures"
import { type Pace, paced, type PosInterface } from "./call-budget"

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
function observed(adapter: AxiosAdapter, observe: CallObserver): AxiosAdapter {
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

/** Timeouts and retries of HTTP calls, in milliseconds. */
export type HttpOptions = {
  /** timeout of a call in milliseconds */
  timeoutMs?: number
  /** retries after the first attempt */
  retries?: number
  /** base of the exponential backoff in milliseconds; doubles each time, with full jitter */
  retryDelayMs?: number
  /** sent with every call */
  headers?: Record<string, string>
  /** longest Retry-After that is waited for in place, in milliseconds; a longer one ends the call as rate limited */
  maxWaitMs?: number
  /** called for every attempt */
  observe?: CallObserver
}

const DEFAULTS: Required<Omit<HttpOptions, "observe">> = {
  timeoutMs: 30_000,
  retries: 4,
  retryDelayMs: 300,
  maxWaitMs: 20_000,
  headers: {},
}

const MAX_RESPONSE_BYTES = MAX_RESPONSE_MEGABYTES * 1024 * 1024

const agents = {
  httpAgent: new http.Agent({ keepAlive: true, maxSockets: 32 }),
  httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 32 }),
}

/**
 * Creates the axios instance of a client: keep-alive, a timeout on every call, retries of network errors, 429 and 5xx.
 * Writes are retried too, unless they are marked as not repeatable: they carry ids that the caller chose, so a repeat
 * duplicates nothing. An image stored twice is harmless, and a token whose answer was lost cannot be obtained in
 * another way.
 */
export function createHttp(options: HttpOptions = {}, pace: Pace | null = null): AxiosInstance {
  const settings = { ...DEFAULTS, ...options }
  const plain = axios.getAdapter(axios.defaults.adapter)
  const observable = settings.observe ? observed(plain, settings.observe) : plain
  const instance = axios.create({
    ...agents,
    adapter: pace ? paced(observable, pace) : observable,
    timeout: settings.timeoutMs,
    maxContentLength: MAX_RESPONSE_BYTES,
    maxRedirects: 0,
    headers: { accept: "application/json", ...settings.headers },
  })
  axiosRetry(instance, {
    retries: settings.retries,
    shouldResetTimeout: true,
    retryCondition: (error) => isWorthRetrying(error) && retryAfter(error) <= settings.maxWaitMs,
    retryDelay: (attempt, error) =>
      Math.max(retryAfter(error), Math.random() * settings.retryDelayMs * 2 ** (attempt - 1)),
  })
  return instance
}

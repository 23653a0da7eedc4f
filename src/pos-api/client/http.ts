import http from "node:http"
import https from "node:https"
import axios, {
  type AxiosAdapter,
  AxiosError,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
} from "axios"
import axiosRetry, { isNetworkError, retryAfter } from "axios-retry"
import type { z } from "zod"
import { ERROR_TYPES, isDestinationWord } from "../contract"
import { readErrorBody } from "./error-body"
import { misunderstoodPart } from "./misunderstood-part"
import { describeIssues } from "./parse-items"
import {
  PosContractError,
  PosForbiddenError,
  PosNotFoundError,
  PosPreconditionFailedError,
  PosRateLimitedError,
  PosRefusedError,
  PosServerError,
  PosUnauthorizedError,
  PosUnreachableError,
  type FailedCall,
} from "./errors"
import type { Lane } from "./call-budget"
import { NoTurnError, type Turnstile } from "./wait-for-turn"

declare module "axios" {
  interface AxiosRequestConfig {
    /**
     * false: sent twice it has its effect twice. It is sent again only when the service certainly did not take it; any
     * other failure is told with the effect `unknown`.
     */
    repeatable?: boolean
  }
}

export type HttpOptions = {
  /** milliseconds a call may take */
  timeoutMs?: number
  /** retries after the first attempt */
  retries?: number
  /** milliseconds of the first back-off; doubles each time, with full jitter */
  retryDelayMs?: number
  /** sent with every call */
  headers?: Record<string, string>
  /** the most a Retry-After may make us wait in place, in milliseconds; a longer one ends the call as rate limited */
  maxWaitMs?: number
}

/** How the calls of an instance are paced. `signal` ends the wait of all that wait for their turn. */
export type Pace = { turnstile: Turnstile; lane: Lane; signal?: AbortSignal }

const DEFAULTS: Required<HttpOptions> = {
  ...{ timeoutMs: 30_000, retries: 4, retryDelayMs: 300, maxWaitMs: 20_000 },
  headers: {},
}

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

const agents = {
  httpAgent: new http.Agent({ keepAlive: true, maxSockets: 32 }),
  httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 32 }),
}

/**
 * The one axios instance of a client: keep-alive, a timeout on every call, retries of network errors, 429 and 5xx.
 * Writes are retried too: they carry ids that the caller chose, so a repeat cannot double anything, unless they are said
 * not to be repeatable. A picture stored twice harms nothing, and a token whose answer was lost cannot be had in any
 * other way.
 */
export function createHttp(options: HttpOptions = {}, pace: Pace | null = null): AxiosInstance {
  const settings = { ...DEFAULTS, ...options }
  const instance = axios.create({
    ...agents,
    ...(pace ? { adapter: paced(axios.getAdapter(axios.defaults.adapter), pace) } : {}),
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

/** A 429 after which everybody is held back already. */
class PacedAxiosError extends AxiosError {}

/** Every attempt waits for its turn, retries too. How long it waits is no part of the time that a call may take. */
function paced(adapter: AxiosAdapter, { turnstile, lane, signal }: Pace): AxiosAdapter {
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
/** Failures before a connection stood: nothing was sent. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]

const isNotConnected = ({ code }: AxiosError) => code !== undefined && NOT_CONNECTED.includes(code)

function isWorthRetrying(error: AxiosError): boolean {
  const status = statusOf(error)
  if (error.config?.repeatable === false) {
    return isNotConnected(error) || status === 429
  }
  return status === undefined
    ? isBrokenOff(error) || isNetworkError(error) || error.code === AxiosError.ECONNABORTED
    : status === 429 || (status >= 500 && !isDestinationWord(readErrorBody(error.response?.data).errorType))
}

/** True for an answer that promised success and then did not come whole: nobody knows more than without one. */
const isBrokenOff = ({ response }: AxiosError) => response !== undefined && response.status < 300

const statusOf = (error: AxiosError) => (isBrokenOff(error) ? undefined : error.response?.status)

/**
 * Sends a request and parses the answer.
 * @param label the interface's name, for errors
 * @throws the named error of the status, PosUnreachableError without an answer, PosContractError when it does not parse
 */
export async function send<Schema extends z.ZodType>(
  instance: AxiosInstance,
  label: string,
  request: AxiosRequestConfig,
  schema: Schema
): Promise<{ data: z.output<Schema>; headers: AxiosResponse["headers"] }> {
  const response = await perform(instance, describeCall(label, request), request)
  return { data: parseAnswer(label, request, response, schema), headers: response.headers }
}

/** @throws PosContractError when what the service answered is not what the schema says */
export function parseAnswer<Schema extends z.ZodType>(
  label: string,
  request: AxiosRequestConfig,
  answer: { data: unknown; status?: number },
  schema: Schema
): z.output<Schema> {
  const parsed = schema.safeParse(answer.data)
  if (!parsed.success) {
    throw new PosContractError(
      { call: describeCall(label, request), status: answer.status, ...readErrorBody(answer.data) },
      `${describeIssues(parsed.error)} (${misunderstoodPart(answer.data, parsed.error)})`,
      parsed.error.issues.some((issue) => issue.path.length === 0)
    )
  }
  return parsed.data
}

async function perform(
  instance: AxiosInstance,
  call: string,
  request: AxiosRequestConfig
): Promise<AxiosResponse<unknown>> {
  try {
    return await instance.request<unknown>(request)
  } catch (error) {
    if (error instanceof NoTurnError) {
      throw new PosRateLimitedError({ call }, Math.ceil(error.waitMs / 1_000), true)
    }
    if (!(error instanceof AxiosError)) {
      throw error
    }
    const status = statusOf(error)
    if (status === undefined) {
      const reason = isBrokenOff(error) ? "its answer broke off" : (error.code ?? "no answer")
      throw new PosUnreachableError({ call }, reason, isNotConnected(error) ? "none" : "unknown")
    }
    throw errorOf({ call, status, ...readErrorBody(error.response?.data) }, error)
  }
}

/** The error's own word comes before the status, which differs from page to page and from year to year. */
function errorOf(failed: FailedCall & { status: number }, error: AxiosError) {
  switch (failed.status) {
    // Whatever the body says of it: a new token or none.
    case 401:
      return new PosUnauthorizedError(failed)
    case 429:
      return new PosRateLimitedError(
        failed,
        Math.ceil(retryAfter(error) / 1_000) || null,
        error instanceof PacedAxiosError
      )
  }
  if (isDestinationWord(failed.errorType)) {
    return new PosRefusedError(failed)
  }
  switch (failed.errorType) {
    case ERROR_TYPES.entityNotFound:
    case ERROR_TYPES.subscriptionNotFound:
      return new PosNotFoundError(failed)
    case ERROR_TYPES.itemAlreadyExists:
    case ERROR_TYPES.subscriptionAlreadyExists:
    case ERROR_TYPES.productNotTracked:
      return new PosRefusedError(failed)
  }
  switch (failed.status) {
    case 403:
      return new PosForbiddenError(failed)
    case 404:
      return new PosNotFoundError(failed)
    case 412:
      return new PosPreconditionFailedError(failed)
    default:
      return failed.status >= 500 ? new PosServerError(failed) : new PosRefusedError(failed)
  }
}

/** Method, interface and path; the query is left out, since it may hold a cursor or a code. */
function describeCall(label: string, request: AxiosRequestConfig): string {
  const path = URL.canParse(request.url ?? "") ? new URL(request.url ?? "").pathname : request.url
  return `${(request.method ?? "get").toUpperCase()} ${path} (${label})`
}

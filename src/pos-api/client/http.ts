import http from "node:http"
import https from "node:https"
import axios, { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from "axios"
import axiosRetry, { isNetworkError, retryAfter } from "axios-retry"
import type { z } from "@medusajs/framework/zod"
import { readErrorBody } from "./error-body"
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

export type HttpOptions = {
  /** milliseconds a call may take */
  timeoutMs?: number
  /** retries after the first attempt */
  retries?: number
  /** milliseconds of the first back-off; doubles each time, with full jitter */
  retryDelayMs?: number
  /** the most a Retry-After may make us wait in place, in milliseconds; a longer one ends the call as rate limited */
  maxWaitMs?: number
}

const DEFAULTS: Required<HttpOptions> = { timeoutMs: 30_000, retries: 4, retryDelayMs: 300, maxWaitMs: 20_000 }

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

const agents = {
  httpAgent: new http.Agent({ keepAlive: true, maxSockets: 32 }),
  httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 32 }),
}

/**
 * The one axios instance of a client: keep-alive, a timeout on every call, retries of network errors, 429 and 5xx.
 * Writes are retried too: they carry ids that the caller chose, so a repeat cannot double anything. A picture stored
 * twice harms nothing, and a token whose answer was lost cannot be had in any other way.
 */
export function createHttp(options: HttpOptions = {}): AxiosInstance {
  const settings = { ...DEFAULTS, ...options }
  const instance = axios.create({
    ...agents,
    timeout: settings.timeoutMs,
    maxContentLength: MAX_RESPONSE_BYTES,
    maxRedirects: 0,
    headers: { accept: "application/json" },
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

function isWorthRetrying(error: AxiosError): boolean {
  const status = statusOf(error)
  return status === undefined
    ? isBrokenOff(error) || isNetworkError(error) || error.code === AxiosError.ECONNABORTED
    : status === 429 || status >= 500
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
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
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
    if (!(error instanceof AxiosError)) {
      throw error
    }
    const status = statusOf(error)
    if (status === undefined) {
      throw new PosUnreachableError({ call }, isBrokenOff(error) ? "its answer broke off" : (error.code ?? "no answer"))
    }
    throw errorOf({ call, status, ...readErrorBody(error.response?.data) }, error)
  }
}

function errorOf(failed: FailedCall & { status: number }, error: AxiosError) {
  switch (failed.status) {
    case 401:
      return new PosUnauthorizedError(failed)
    case 403:
      return new PosForbiddenError(failed)
    case 404:
      return new PosNotFoundError(failed)
    case 412:
      return new PosPreconditionFailedError(failed)
    case 429:
      return new PosRateLimitedError(failed, Math.ceil(retryAfter(error) / 1_000) || null)
    default:
      return failed.status >= 500 ? new PosServerError(failed) : new PosRefusedError(failed)
  }
}

/** Method, interface and path; the query is left out, since it may hold a cursor or a code. */
function describeCall(label: string, request: AxiosRequestConfig): string {
  const path = URL.canParse(request.url ?? "") ? new URL(request.url ?? "").pathname : request.url
  return `${(request.method ?? "get").toUpperCase()} ${path} (${label})`
}

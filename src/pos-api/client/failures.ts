import { AxiosError } from "axios"
import { isNetworkError, retryAfter } from "axios-retry"
import { z } from "zod"
import { errorBodySchema, isDestinationWord, type Violation, violationSchema } from "../contract"
import { parseItems } from "./read-items"

declare module "axios" {
  interface AxiosRequestConfig {
    /**
     * false: a repeat would apply it twice. It is retried only when the POS certainly did not apply it; any other
     * failure has the effect `unknown`.
     */
    repeatable?: boolean
  }
}

/** Error codes before a connection was established: nothing was sent. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]

export const isNotConnected = ({ code }: AxiosError) => NOT_CONNECTED.includes(code ?? "")

/** The largest answer that the client reads, in megabytes. */
export const MAX_RESPONSE_MEGABYTES = 64

/** Returns whether an answer exceeded that limit; axios has no own code for it. */
export const isTooLarge = ({ code, message }: AxiosError) =>
  code === AxiosError.ERR_BAD_RESPONSE && message.startsWith("maxContentLength size of ")

export function isWorthRetrying(error: AxiosError): boolean {
  if (isTooLarge(error)) {
    return false
  }
  const status = getStatus(error)
  if (error.config?.repeatable === false) {
    return isNotConnected(error) || status === 429
  }
  return status === undefined
    ? isBrokenOff(error) || isNetworkError(error) || error.code === AxiosError.ECONNABORTED
    : status === 429 || (status >= 500 && !isDestinationWord(readErrorBody(error.response?.data).errorType))
}

/** Returns whether a successful answer was cut off. Its effect is as unknown as without an answer. */
export const isBrokenOff = ({ response }: AxiosError) => response !== undefined && response.status < 300

/** The longest pause that a `Retry-After` may ask for, in milliseconds: one wrong header must not stop a store for days. */
const LONGEST_RETRY_AFTER_MS = 3_600_000

/** Returns for how many milliseconds the POS asks to pause, at most an hour; 0: it does not say. */
export const getRetryAfterMs = (error: AxiosError) => Math.min(retryAfter(error), LONGEST_RETRY_AFTER_MS)

export const getStatus = (error: AxiosError) => (isBrokenOff(error) ? undefined : error.response?.status)

/** characters */
const MAX_KEPT_BODY = 4_096

/** Fields whose values are removed from texts for people, in JSON and in forms. */
const SECRET_FIELDS =
  /("?\b(?:access_token|refresh_token|client_secret|code_verifier|assertion|signingKey)"?\s*[:=]\s*"?)[^"&\s,}]+/gi

const violationsSchema = z.looseObject({ violations: z.array(z.unknown()) })

/** The content of an error body. `errorType` takes precedence, where there is one. */
export type ReadErrorBody = { body: string; errorType: string | null; violations: Violation[] }

/**
 * Reads an error body, JSON or not, and removes its secrets. Each part is parsed separately: a violation of an unknown
 * form hides neither the error word nor the other violations.
 */
export function readErrorBody(data: unknown): ReadErrorBody {
  const body = data ?? ""
  const whole = typeof body === "string" ? body : JSON.stringify(body)
  // PostgreSQL cannot store NUL, which a truncated answer may contain.
  const text = whole.replace(SECRET_FIELDS, "$1…").replaceAll("\u0000", "\ufffd")
  return {
    // A surrogate half at the cut is removed.
    body: text.slice(0, MAX_KEPT_BODY).replace(/[\ud800-\udbff]$/, ""),
    errorType: errorBodySchema.pick({ errorType: true }).safeParse(data).data?.errorType ?? null,
    violations: parseItems(violationSchema, violationsSchema.safeParse(data).data?.violations ?? []).items,
  }
}

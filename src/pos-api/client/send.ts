import { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from "axios"
import type { z } from "zod"
import { describeIssues, ERROR_TYPES, isDestinationWord, memberAt } from "../contract"
import { NoTurnError, PacedAxiosError } from "./call-budget"
import {
  type FailedCall,
  isPostponing,
  PosBusyError,
  PosContractError,
  PosForbiddenError,
  PosNotFoundError,
  PosPreconditionFailedError,
  PosRateLimitedError,
  PosRefusedError,
  PosResponseTooLargeError,
  PosServerError,
  PosUnauthorizedError,
  PosUnreachableError,
} from "./errors"
import {
  getRetryAfterMs,
  getStatus,
  isBrokenOff,
  isNotConnected,
  isTooLarge,
  MAX_RESPONSE_MEGABYTES,
  readErrorBody,
} from "./failures"

/**
 * Sends a request and parses the answer.
 * @param label the interface's name, for errors
 * @throws the named error of the status, PosUnreachableError without an answer, PosContractError when it cannot be
 * parsed
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

/** Parses an answer. @throws PosContractError when it does not match the schema */
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
      `${describeIssues(parsed.error, answer.data)} (${misunderstoodPart(answer.data, parsed.error)})`,
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
    if (isTooLarge(error)) {
      throw new PosResponseTooLargeError({ call }, MAX_RESPONSE_MEGABYTES)
    }
    const status = getStatus(error)
    if (status === undefined) {
      const reason = isBrokenOff(error) ? "its answer broke off" : (error.code ?? "no answer")
      throw new PosUnreachableError({ call }, reason, isNotConnected(error) ? "none" : "unknown")
    }
    throw toError({ call, status, ...readErrorBody(error.response?.data) }, error)
  }
}

/** Describes a call by method, interface and path. The query is left out, because it may contain a cursor or a code. */
function describeCall(label: string, request: AxiosRequestConfig): string {
  const path = URL.canParse(request.url ?? "") ? new URL(request.url ?? "").pathname : request.url
  return `${(request.method ?? "get").toUpperCase()} ${path} (${label})`
}

const toSeconds = (error: AxiosError) => Math.ceil(getRetryAfterMs(error) / 1_000) || null

/**
 * Returns the named error of an answer. The POS's error word takes precedence over the status, which differs between
 * routes and changes over the years.
 */
function toError(failed: FailedCall & { status: number }, error: AxiosError) {
  switch (failed.status) {
    // For any body: the token must be renewed.
    case 401:
      return new PosUnauthorizedError(failed)
    case 429:
      return new PosRateLimitedError(failed, toSeconds(error), error instanceof PacedAxiosError)
  }
  const { status } = failed
  if (isPostponing(status)) {
    return new PosBusyError({ ...failed, status }, toSeconds(error))
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

/** characters */
const MAX_SHOWN = 200

/** The first part of an answer that did not match the schema, as it was sent, truncated and without secrets. */
function misunderstoodPart(answer: unknown, error: z.ZodError): string {
  const path = error.issues[0]?.path ?? []
  const part = memberAt(answer, path)
  // With its field name, which shows whether it is a secret.
  const { body } = readErrorBody(path.length === 0 ? part : { [String(path.at(-1))]: part ?? null })
  return body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body || "an empty answer"
}

/** Returns the answer, or null when the POS answers 404. Other errors are thrown. */
export async function nullIfNotFound<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return null
    }
    throw error
  }
}

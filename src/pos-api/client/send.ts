import { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from "axios"
import type { z } from "zod"
import { describeIssues } from "../contract"
import { readErrorBody } from "./error-body"
import { errorOf } from "./error-of"
import { PosContractError, PosRateLimitedError, PosResponseTooLargeError, PosUnreachableError } from "./errors"
import { isBrokenOff, isNotConnected, isTooLarge, MAX_RESPONSE_MEGABYTES, statusOf } from "./failures"
import { misunderstoodPart } from "./misunderstood-part"
import { NoTurnError } from "./wait-for-turn"

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
    const status = statusOf(error)
    if (status === undefined) {
      const reason = isBrokenOff(error) ? "its answer broke off" : (error.code ?? "no answer")
      throw new PosUnreachableError({ call }, reason, isNotConnected(error) ? "none" : "unknown")
    }
    throw errorOf({ call, status, ...readErrorBody(error.response?.data) }, error)
  }
}

/** Method, interface and path; the query is left out, since it may hold a cursor or a code. */
function describeCall(label: string, request: AxiosRequestConfig): string {
  const path = URL.canParse(request.url ?? "") ? new URL(request.url ?? "").pathname : request.url
  return `${(request.method ?? "get").toUpperCase()} ${path} (${label})`
}

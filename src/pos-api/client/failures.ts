import { AxiosError } from "axios"
import { isNetworkError } from "axios-retry"
import { isDestinationWord } from "../contract"
import { readErrorBody } from "./error-body"

declare module "axios" {
  interface AxiosRequestConfig {
    /**
     * false: sent twice it has its effect twice. It is sent again only when the service certainly did not take it; any
     * other failure is told with the effect `unknown`.
     */
    repeatable?: boolean
  }
}

/** Failures before a connection stood: nothing was sent. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]

export const isNotConnected = ({ code }: AxiosError) => NOT_CONNECTED.includes(code ?? "")

/** The most that the client reads of an answer. */
export const MAX_RESPONSE_MEGABYTES = 64

/** True for an answer that is larger than that; axios has no code of its own for it. */
export const isTooLarge = ({ code, message }: AxiosError) =>
  code === AxiosError.ERR_BAD_RESPONSE && message.startsWith("maxContentLength size of ")

export function isWorthRetrying(error: AxiosError): boolean {
  if (isTooLarge(error)) {
    return false
  }
  const status = statusOf(error)
  if (error.config?.repeatable === false) {
    return isNotConnected(error) || status === 429
  }
  return status === undefined
    ? isBrokenOff(error) || isNetworkError(error) || error.code === AxiosError.ECONNABORTED
    : status === 429 || (status >= 500 && !isDestinationWord(readErrorBody(error.response?.data).errorType))
}

/** True for an answer that promised success and then did not come whole: nobody knows more than without one. */
export const isBrokenOff = ({ response }: AxiosError) => response !== undefined && response.status < 300

export const statusOf = (error: AxiosError) => (isBrokenOff(error) ? undefined : error.response?.status)

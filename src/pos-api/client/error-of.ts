import type { AxiosError } from "axios"
import { retryAfter } from "axios-retry"
import { ERROR_TYPES, isDestinationWord } from "../contract"
import {
  isPostponing,
  PosBusyError,
  PosForbiddenError,
  PosNotFoundError,
  PosPreconditionFailedError,
  PosRateLimitedError,
  PosRefusedError,
  PosServerError,
  PosUnauthorizedError,
  type FailedCall,
} from "./errors"
import { PacedAxiosError } from "./paced"

const secondsOf = (error: AxiosError) => Math.ceil(retryAfter(error) / 1_000) || null

/** The named error of an answer. Its own word comes before the status, which differs from page to page and from year to year. */
export function errorOf(failed: FailedCall & { status: number }, error: AxiosError) {
  switch (failed.status) {
    // Whatever the body says of it: a new token or none.
    case 401:
      return new PosUnauthorizedError(failed)
    case 429:
      return new PosRateLimitedError(failed, secondsOf(error), error instanceof PacedAxiosError)
  }
  const { status } = failed
  if (isPostponing(status)) {
    return new PosBusyError({ ...failed, status }, secondsOf(error))
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

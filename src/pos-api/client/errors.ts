import type { ErrorBody } from "../contract"
import { MAX_KEPT_BODY } from "./error-body"

/** What is known of a call that failed. `call` is "PUT product library /organizations/…", never with a secret. */
export type FailedCall = {
  call: string
  status?: number
  /** the answer's body, cut at 4 KB, for a person to read */
  body?: string
  violations?: ErrorBody["violations"]
}

/** A call to the service that failed. Says which call, what the service answered, and what a person can do. */
export class PosApiError extends Error {
  readonly call: string
  readonly status: number | undefined
  readonly body: string | undefined
  readonly violations: NonNullable<ErrorBody["violations"]>

  constructor(
    message: string,
    failed: FailedCall,
    /** true when the same call may succeed later without anybody doing anything */
    readonly retryable: boolean
  ) {
    super(message)
    this.name = new.target.name
    this.call = failed.call
    this.status = failed.status
    this.body = failed.body?.slice(0, MAX_KEPT_BODY)
    this.violations = failed.violations ?? []
  }
}

/** The service did not answer: no route, connection refused or reset, or time ran out. */
export class PosUnreachableError extends PosApiError {
  constructor(failed: FailedCall, reason: string) {
    super(
      `The point-of-sale service did not answer ${failed.call}: ${reason}. Check its address; it is tried again.`,
      failed,
      true
    )
  }
}

/** 401 that a new access token did not cure. */
export class PosUnauthorizedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(
      `The service no longer accepts the credentials (${failed.call}). Connect again with a new API key.`,
      failed,
      false
    )
  }
}

/** 403: the key has not the scope that the call needs. */
export class PosForbiddenError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The API key lacks a scope for ${failed.call}${detail(failed)}. Create a key with all scopes.`, failed, false)
  }
}

/** 404 */
export class PosNotFoundError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The service does not know what ${failed.call} names.`, failed, false)
  }
}

/** 412: somebody changed the product meanwhile. */
export class PosPreconditionFailedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The product was changed at the service meanwhile (${failed.call}). Read it again.`, failed, false)
  }
}

/** 400, 405, 409, 413, 415 or 422: the service refuses what was sent. */
export class PosRefusedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The service refused ${failed.call} with ${failed.status}${detail(failed)}`, failed, false)
  }
}

/** 429 that lasted through all retries. */
export class PosRateLimitedError extends PosApiError {
  constructor(
    failed: FailedCall,
    readonly retryAfterSeconds: number | null
  ) {
    super(`The service asks to slow down (${failed.call}). It is tried again later.`, failed, true)
  }
}

/** 5xx that lasted through all retries. */
export class PosServerError extends PosApiError {
  constructor(failed: FailedCall) {
    super(
      `The service failed on ${failed.call} with ${failed.status}${detail(failed)}. It is tried again later.`,
      failed,
      true
    )
  }
}

/** The answer came, but it is not what the contract says. */
export class PosContractError extends PosApiError {
  constructor(failed: FailedCall, problem: string) {
    super(`The service answered ${failed.call} in a form that is not understood: ${problem}`, failed, false)
  }
}

function detail(failed: FailedCall): string {
  const violations = (failed.violations ?? []).map((violation) =>
    [violation.propertyName, violation.developerMessage].filter(Boolean).join(": ")
  )
  const text = violations.length > 0 ? violations.join("; ") : failed.body
  return text ? ` (${text})` : ""
}

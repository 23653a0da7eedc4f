import type { ErrorType, Violation } from "../contract"

/** What is known of a call that failed. `call` is "PUT product library /organizations/…", never with a secret. */
export type FailedCall = {
  call: string
  status?: number
  /** the answer's body, cut at 4 KB, for a person to read */
  body?: string
  /** the service's word for what went wrong, where it has one */
  errorType?: string | null
  violations?: Violation[]
}

/**
 * What a failed call may have done at the service. `none`: it was certainly not taken; `unknown`: nobody can tell, it may
 * have been applied or may still be.
 */
export type CallEffect = "none" | "unknown"

/** A call to the service that failed. Says which call, what the service answered, and what a person can do. */
export class PosApiError extends Error {
  readonly call: string
  readonly status: number | undefined
  readonly body: string | undefined
  /** the service's word for what went wrong; null when it gave none */
  readonly errorType: string | null
  readonly violations: Violation[]

  constructor(
    message: string,
    failed: FailedCall,
    /** true when the same call may succeed later without anybody doing anything */
    readonly retryable: boolean,
    /** what it may have done all the same; matters for calls that must not be repeated */
    public effect: CallEffect = "none"
  ) {
    super(message)
    this.name = new.target.name
    this.call = failed.call
    this.status = failed.status
    this.body = failed.body
    this.errorType = failed.errorType ?? null
    this.violations = failed.violations ?? []
  }
}

/** True for a failed call to which the service gave one of these words, whatever the status beside it. */
export function hasErrorType(error: unknown, ...types: ErrorType[]): error is PosApiError {
  return error instanceof PosApiError && types.some((type) => type === error.errorType)
}

/** The service did not answer: no route, connection refused or reset, or time ran out. */
export class PosUnreachableError extends PosApiError {
  constructor(failed: FailedCall, reason: string, effect: CallEffect = "unknown") {
    super(
      `The point-of-sale service did not answer ${failed.call}: ${reason}. Check its address; it is tried again.`,
      failed,
      true,
      effect
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
    super(`The API key lacks a scope for ${failed.call}. Create a key with all scopes.` + detail(failed), failed, false)
  }
}

/** 404, or a word that says so */
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

/** 400, 405, 409, 413, 415 or 422, or a word that says so: the service refuses what was sent. */
export class PosRefusedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The service refused ${failed.call} with ${failed.status}${detail(failed)}`, failed, false)
  }
}

/** What a status that asks for another time says of the call: only after 408 it may have been applied. */
const POSTPONING = { 408: "unknown", 423: "none", 425: "none" } as const satisfies Record<number, CallEffect>

export const isPostponing = (status: number | undefined): status is keyof typeof POSTPONING =>
  status !== undefined && status in POSTPONING

/** 408, 423 or 425: the POS does not take the call now, because another one is at work there, or the call came too slowly or too early. */
export class PosBusyError extends PosApiError {
  constructor(
    failed: FailedCall & { status: keyof typeof POSTPONING },
    readonly retryAfterSeconds: number | null
  ) {
    super(
      `The POS is busy and did not take ${failed.call} (${failed.status}). It is tried again later.` + detail(failed),
      failed,
      true,
      POSTPONING[failed.status]
    )
  }
}

/** 429 that lasted through all retries, or a call that was not made since the interface's budget had none to give. */
export class PosRateLimitedError extends PosApiError {
  constructor(
    failed: FailedCall,
    readonly retryAfterSeconds: number | null,
    /**
     * True where a budget paces the interface's calls in all processes: nothing else of the connection needs to rest, and
     * to have waited in vain is no attempt.
     */
    readonly isPaced = false
  ) {
    super(
      failed.status === undefined
        ? `The service takes only so many calls, and others went first (${failed.call}). It is tried again.`
        : `The service asks to slow down (${failed.call}). It is tried again later.`,
      failed,
      true
    )
  }
}

/** 5xx that lasted through all retries. */
export class PosServerError extends PosApiError {
  constructor(failed: FailedCall) {
    super(
      `The service failed on ${failed.call} with ${failed.status}. It is tried again later.` + detail(failed),
      failed,
      true,
      "unknown"
    )
  }
}

/** The answer came, but it is not what the contract says. */
export class PosContractError extends PosApiError {
  constructor(
    failed: FailedCall,
    problem: string,
    /** true when the answer as a whole is something else: what answers is not the service, or another edition of it */
    readonly isOfWholeAnswer: boolean
  ) {
    super(`The service answered ${failed.call} in a form that is not understood: ${problem}`, failed, false, "unknown")
  }
}

/** The answer is larger than the client reads. Asking again would bring the same. */
export class PosResponseTooLargeError extends PosApiError {
  constructor(failed: FailedCall, megabytes: number) {
    super(
      `The POS answered ${failed.call} with more than ${megabytes} MB, which is not read. Report it: the list needs pages.`,
      failed,
      false,
      "unknown"
    )
  }
}

/** A list's next page is said to be at another origin: it is not asked for, since the access token would go there. */
export class PosForeignLinkError extends PosApiError {
  constructor(failed: FailedCall, origin: string) {
    super(
      `The service sends ${failed.call} on to ${origin}, which is not its configured address. Check the plugin's addresses.`,
      failed,
      false
    )
  }
}

/** The service's own words, at the end, where the admin can tell them from ours. */
function detail(failed: FailedCall): string {
  const violations = (failed.violations ?? []).map((violation) =>
    [violation.propertyName, violation.developerMessage ?? violation.constraintType].filter(Boolean).join(": ")
  )
  const text = violations.length > 0 ? violations.join("; ") : failed.body
  return text ? ` (${text})` : ""
}

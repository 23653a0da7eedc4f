import type { ErrorType, Violation } from "../contract"

/** Details of a failed call. `call` is "PUT product library /organizations/…", never with a secret. */
export type FailedCall = {
  call: string
  status?: number
  /** the answer's body, truncated at 4 KB */
  body?: string
  /** the POS's error word, where it has one */
  errorType?: string | null
  violations?: Violation[]
}

/**
 * Possible effect of a failed call at the POS. `none`: it was certainly not applied; `unknown`: it may have been
 * applied, or may still be.
 */
export type CallEffect = "none" | "unknown"

/**
 * A failed call to the POS API. Its message says which call failed, what the POS answered, and what a person can do.
 */
export class PosApiError extends Error {
  readonly call: string
  readonly status: number | undefined
  readonly body: string | undefined
  /** the POS's error word; null when it gave none */
  readonly errorType: string | null
  readonly violations: Violation[]
  /** code of the cause, which does not change with the message's words */
  readonly code: string = "pos_refused"
  /** Medusa's error type, from which a route derives the HTTP status of its answer */
  readonly type: string = "not_allowed"

  constructor(
    message: string,
    failed: FailedCall,
    /** true when the same call may succeed later without intervention */
    readonly retryable: boolean,
    /** possible effect at the POS; matters for calls that must not be repeated */
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

/** Returns whether the POS answered a failed call with one of these error words, with any HTTP status. */
export function hasErrorType(error: unknown, ...types: ErrorType[]): error is PosApiError {
  return error instanceof PosApiError && types.some((type) => type === error.errorType)
}

/** The POS did not answer: no route, connection refused or reset, or timeout. */
export class PosUnreachableError extends PosApiError {
  override readonly code = "pos_service_unreachable"
  override readonly type = "unexpected_state"

  constructor(failed: FailedCall, reason: string, effect: CallEffect = "unknown") {
    super(
      `The POS did not answer ${failed.call}: ${reason}. Check its address; it is tried again.`,
      failed,
      true,
      effect
    )
  }
}

/** 401, also with a new access token. */
export class PosUnauthorizedError extends PosApiError {
  override readonly code = "pos_api_key_invalid"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall) {
    super(
      `The POS no longer accepts the credentials (${failed.call}). Connect again with a new API key.`,
      failed,
      false
    )
  }
}

/** 403: the key lacks the scope that the call needs. */
export class PosForbiddenError extends PosApiError {
  override readonly code = "pos_scope_missing"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall) {
    super(`The API key lacks a scope for ${failed.call}. Create a key with all scopes.` + detail(failed), failed, false)
  }
}

/**
 * The credentials belong to another organization than the one that is expected, so nothing but the question whose they
 * are was sent with them.
 */
export class OtherOrganizationError extends PosApiError {
  override readonly code = "pos_other_organization"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall, { expected, actual }: { expected: string; actual: string }) {
    super(
      `Could not use these credentials: they belong to the organization ${actual}, not to ${expected}. Nothing was sent ` +
        "or stored with them. Use credentials of this organization, or create a separate connection for the other.",
      failed,
      false
    )
  }
}

/** 404, or an error word of the same meaning. */
export class PosNotFoundError extends PosApiError {
  override readonly code = "pos_not_at_pos"
  override readonly type = "not_found"

  constructor(failed: FailedCall) {
    super(`The POS does not know what ${failed.call} names.`, failed, false)
  }
}

/** 412: the product was changed meanwhile. */
export class PosPreconditionFailedError extends PosApiError {
  override readonly code = "pos_changed_meanwhile"

  constructor(failed: FailedCall) {
    super(`The product was changed at the POS meanwhile (${failed.call}). Read it again.`, failed, false)
  }
}

/** 400, 405, 409, 413, 415 or 422, or an error word of the same meaning: the POS rejects the request. */
export class PosRefusedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(`The POS refused ${failed.call} with ${failed.status}${detail(failed)}`, failed, false)
  }
}

/** Effect of a call that the POS postponed: only after 408 it may have been applied. */
const POSTPONING = { 408: "unknown", 423: "none", 425: "none" } as const satisfies Record<number, CallEffect>

/** Returns whether the POS postpones a call with this HTTP status: 408, 423 or 425. */
export const isPostponing = (status: number | undefined): status is keyof typeof POSTPONING =>
  status !== undefined && status in POSTPONING

/**
 * 408, 423 or 425: the POS does not accept the call now, because another call is in progress, or the call was too slow
 * or too early.
 */
export class PosBusyError extends PosApiError {
  override readonly code = "pos_service_unreachable"
  override readonly type = "unexpected_state"

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

/** 429 after all retries, or a call that was not made because the interface's budget was empty. */
export class PosRateLimitedError extends PosApiError {
  override readonly code = "pos_service_unreachable"
  override readonly type = "unexpected_state"

  constructor(
    failed: FailedCall,
    readonly retryAfterSeconds: number | null,
    /**
     * True where a budget limits the interface's calls in all processes: other calls of the connection need not wait,
     * and the failed wait does not count as an attempt.
     */
    readonly isPaced = false
  ) {
    super(
      failed.status === undefined
        ? `The rate limit of the POS is used up by other calls (${failed.call}). It is tried again.`
        : `The POS limits the rate of calls (${failed.call}). It is tried again later.`,
      failed,
      true
    )
  }
}

/** 5xx after all retries. */
export class PosServerError extends PosApiError {
  override readonly code = "pos_service_unreachable"
  override readonly type = "unexpected_state"

  constructor(failed: FailedCall) {
    super(
      `The POS failed on ${failed.call} with ${failed.status}. It is tried again later.` + detail(failed),
      failed,
      true,
      "unknown"
    )
  }
}

/** The answer does not match the contract. */
export class PosContractError extends PosApiError {
  override readonly code = "pos_answer_not_understood"
  override readonly type = "unexpected_state"

  constructor(
    failed: FailedCall,
    problem: string,
    /** true when the whole answer has another shape: it is not from the POS, or from another edition of it */
    readonly isOfWholeAnswer: boolean
  ) {
    super(`The POS answered ${failed.call} in a form that is not understood: ${problem}`, failed, false, "unknown")
  }
}

/** The answer is larger than the client's limit. A retry would return the same. */
export class PosResponseTooLargeError extends PosApiError {
  override readonly code = "pos_answer_not_understood"
  override readonly type = "unexpected_state"

  constructor(failed: FailedCall, megabytes: number) {
    super(
      `The POS answered ${failed.call} with more than ${megabytes} MB, which is not read. Report it: the list needs pages.`,
      failed,
      false,
      "unknown"
    )
  }
}

/** A list's next page is at another origin. It is not fetched, because the access token would be sent there. */
export class PosForeignLinkError extends PosApiError {
  override readonly code = "pos_answer_not_understood"
  override readonly type = "unexpected_state"

  constructor(failed: FailedCall, origin: string) {
    super(
      `The POS redirects ${failed.call} to ${origin}, which is not its configured address. Check the plugin's addresses.`,
      failed,
      false
    )
  }
}

/** The POS's own words, at the end of the message, where the admin can separate them from the plugin's. */
function detail(failed: FailedCall): string {
  const violations = (failed.violations ?? []).map((violation) =>
    [violation.propertyName, violation.developerMessage ?? violation.constraintType].filter(Boolean).join(": ")
  )
  const text = violations.length > 0 ? violations.join("; ") : failed.body
  return text ? ` (${text})` : ""
}

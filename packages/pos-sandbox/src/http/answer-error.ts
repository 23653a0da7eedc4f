import type { ErrorRequestHandler } from "express"
import { z } from "zod"
import type { ErrorBody } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField, speaksOdd } from "../context/sandbox-context"
import { HttpError, PlainError, type Violation } from "./http-error"
import { getInterface } from "./interfaces"

const bodyParserErrorSchema = z.looseObject({ status: z.number().int().min(400).max(499), message: z.string() })

/** The last handler: every error becomes an answer, none ends the process. */
export function answerError(context: SandboxContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const isInterface = getInterface(request.path) !== null
    const httpError = asHttpError(error, isInterface && speaksField(context, "errorBodies"))
    const isObserved = isInterface && speaksField(context, "errorWords")
    response
      .status(httpError.status)
      .set(httpError.headers)
      .json(
        httpError instanceof PlainError
          ? httpError.sent
          : isObserved
            ? observedBody(context, httpError)
            : httpError.body
      )
  }
}

function asHttpError(error: unknown, isObserved: boolean): HttpError {
  if (error instanceof HttpError) {
    return error
  }
  const fromParser = bodyParserErrorSchema.safeParse(error)
  if (fromParser.success) {
    return new HttpError(fromParser.data.status, "BAD_REQUEST", fromParser.data.message)
  }
  return isObserved
    ? new PlainError(500, { errorType: "INTERNAL_SERVER_ERROR" })
    : new HttpError(500, "INTERNAL_ERROR", error instanceof Error ? error.message : "internal error")
}

/** Kinds of errors as the running POS names them. Others have the same word in both. */
const ERROR_TYPES: Record<string, string> = { NOT_FOUND: "ENTITY_NOT_FOUND" }

/** Constraints as the running POS names them; one that is missing here is UNKNOWN there. */
const CONSTRAINT_TYPES: Record<string, string> = {
  NOT_NULL: "MUST_NOT_BE_NULL",
  NOT_BLANK: "MUST_NOT_BE_EMPTY",
  SIZE: "INVALID_SIZE",
  MIN: "INVALID_RANGE",
  RANGE: "INVALID_RANGE",
  too_small: "INVALID_SIZE",
  too_big: "INVALID_SIZE",
  invalid_format: "MUST_MATCH_PATTERN",
}

/** The word for one kind of error where the running POS has a word of its own for it. */
export const errorWord = (context: SandboxContext, specified: string, observed: string): string =>
  speaksField(context, "errorWords") ? observed : specified

const MAX_VALUE_LENGTH = 256

/**
 * An error in the words that the running POS was observed to use (docs/reference/pos-api.md, errorWords). With every
 * oddity a violated constraint has no word.
 */
function observedBody(context: SandboxContext, error: HttpError): ErrorBody {
  const isWordless = error.errorType === "CONSTRAINT_VIOLATION" && speaksOdd(context, "errorWords")
  return {
    errorType: isWordless ? null : (ERROR_TYPES[error.errorType] ?? error.errorType),
    developerMessage: error.message,
    violations: error.violations.map(observedViolation),
  }
}

function observedViolation({ value, expected, ...reported }: Violation) {
  return {
    ...reported,
    constraintType: getConstraint(reported.constraintType, value),
    value: tellable(value),
    expected: expected ?? reported.developerMessage,
  }
}

function getConstraint(constraintType: string | undefined, value: unknown): string {
  if (constraintType === "invalid_type" && (value === undefined || value === null)) {
    return "MUST_NOT_BE_NULL"
  }
  const isNumber = typeof value === "number"
  const observed = CONSTRAINT_TYPES[constraintType ?? ""] ?? "UNKNOWN"
  return isNumber && observed === "INVALID_SIZE" ? "INVALID_RANGE" : observed
}

/** The sent value is repeated if it is short. */
function tellable(value: unknown): string | number | boolean | null {
  switch (typeof value) {
    case "string":
      return value.slice(0, MAX_VALUE_LENGTH)
    case "number":
    case "boolean":
      return value
    default:
      return null
  }
}

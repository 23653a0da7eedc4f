import { z } from "zod"
import { type ErrorBody, parseTimestamp } from "../../../../src/pos-api/contract"

/** What is wrong with one property; `value` and `expected` appear only in the words of the running POS. */
export type Violation = {
  propertyName: string
  constraintType?: string
  developerMessage: string
  value?: unknown
  expected?: string
}

/** An answer that is not a success, in the documented form `{errorType, developerMessage, violations}`. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly errorType: string,
    message: string,
    readonly violations: readonly Violation[] = [],
    readonly headers: Record<string, string> = {}
  ) {
    super(message)
    this.name = "HttpError"
  }

  get body(): ErrorBody {
    const violations = this.violations.map(({ value: _value, expected: _expected, ...reported }) => reported)
    return { errorType: this.errorType, developerMessage: this.message, violations }
  }
}

/** An error in a form of its own, as some parts of the running POS answer it (docs/reference/pos-api.md, errorBodies). */
export class PlainError extends HttpError {
  constructor(
    status: number,
    readonly sent: { error: string } | { message: string } | { code: number; message: string } | { errorType: string }
  ) {
    super(status, "errorType" in sent ? sent.errorType : "PLAIN", JSON.stringify(sent))
    this.name = "PlainError"
  }
}

/** Parses data from outside, or answers with each violation named. */
export function parseOr<Schema extends z.ZodType>(status: number, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue) => ({
      propertyName: issue.path.join("."),
      developerMessage: issue.message,
      constraintType: issue.code,
      value: issue.input,
    }))
    throw new HttpError(status, "CONSTRAINT_VIOLATION", "The request is not valid", violations)
  }
  return parsed.data
}

/**
 * Parses a moment of a query in any form of {@link parseTimestamp}.
 * @returns null when it is no date, and for a day that the calendar does not have, such as 2026-02-30
 */
export function parseQueryMoment(text: string): Date | null {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  const isInCalendar = day === undefined || parseTimestamp(day)?.toISOString().startsWith(day)
  return isInCalendar ? parseTimestamp(text) : null
}

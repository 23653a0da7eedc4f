import type { ErrorRequestHandler } from "express"
import { z } from "@medusajs/framework/zod"
import type { ErrorBody } from "../pos-api/contract"

/** An answer that is not a success, in the documented form `{errorType, developerMessage, violations}`. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly errorType: string,
    message: string,
    readonly violations: NonNullable<ErrorBody["violations"]> = [],
    readonly headers: Record<string, string> = {}
  ) {
    super(message)
    this.name = "HttpError"
  }

  get body(): ErrorBody {
    return { errorType: this.errorType, developerMessage: this.message, violations: this.violations }
  }
}

/** Parses what came from outside or answers with each violation named. */
export function parseOr<Schema extends z.ZodType>(status: number, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue) => ({
      propertyName: issue.path.join("."),
      developerMessage: issue.message,
      constraintType: issue.code,
    }))
    throw new HttpError(status, "CONSTRAINT_VIOLATION", "The request is not valid", violations)
  }
  return parsed.data
}

const bodyParserErrorSchema = z.looseObject({ status: z.number().int().min(400).max(499), message: z.string() })

/** The last handler: every error becomes an answer, none ends the process. */
export const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error)
    return
  }
  const fromParser = bodyParserErrorSchema.safeParse(error)
  const known =
    error instanceof HttpError
      ? error
      : fromParser.success
        ? new HttpError(fromParser.data.status, "BAD_REQUEST", fromParser.data.message)
        : new HttpError(500, "INTERNAL_ERROR", error instanceof Error ? error.message : "internal error")
  response.status(known.status).set(known.headers).json(known.body)
}

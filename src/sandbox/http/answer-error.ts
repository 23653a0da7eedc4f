import type { ErrorRequestHandler } from "express"
import { z } from "zod"
import { observedBody } from "./error-words"
import { HttpError } from "./http-error"
import { interfaceOf } from "./interfaces"
import { type SandboxContext, speaksField } from "../context/sandbox-context"

const bodyParserErrorSchema = z.looseObject({ status: z.number().int().min(400).max(499), message: z.string() })

/** The last handler: every error becomes an answer, none ends the process. */
export function answerError(context: SandboxContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const known = asHttpError(error)
    const isObserved = interfaceOf(request.path) !== null && speaksField(context, "errorWords")
    response
      .status(known.status)
      .set(known.headers)
      .json(isObserved ? observedBody(known) : known.body)
  }
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) {
    return error
  }
  const fromParser = bodyParserErrorSchema.safeParse(error)
  return fromParser.success
    ? new HttpError(fromParser.data.status, "BAD_REQUEST", fromParser.data.message)
    : new HttpError(500, "INTERNAL_ERROR", error instanceof Error ? error.message : "internal error")
}

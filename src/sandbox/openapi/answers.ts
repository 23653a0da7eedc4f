import { errorBodySchema } from "../../pos-api/contract"
import type { Answer, Content } from "./operation"

const error = (description: string): Answer => ({ description, content: { schema: errorBodySchema } })

/** An answer with a body. */
export const ok = (description: string, schema?: Content["schema"]): Answer =>
  schema ? { description, content: { schema } } : { description }

/** Answers that many calls share. */
export const ERRORS = {
  badRequest: error("The request is malformed"),
  unauthorized: {
    ...error("The token is missing, expired or invalid"),
    headers: { "WWW-Authenticate": 'Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"' },
  },
  forbidden: error("The token lacks a scope, or belongs to another organisation"),
  notFound: error("There is no such thing"),
  tooLarge: error("The body is too large"),
  invalid: error("The content breaks a rule; `violations` names each"),
  tooMany: { ...error("A rate limit is hit; retry later"), headers: { "Retry-After": "seconds" } },
} satisfies Record<string, Answer>

/** What every call with a token can answer. */
export const GUARDED = { 401: ERRORS.unauthorized, 403: ERRORS.forbidden, 429: ERRORS.tooMany }

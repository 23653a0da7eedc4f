import { errorBodySchema } from "../../pos-api/contract"
import type { Answer, Content } from "./operation"

const error = (description: string): Answer => ({ description, content: { schema: errorBodySchema } })

/** An answer with a body. */
export const ok = (description: string, schema?: Content["schema"]): Answer =>
  schema ? { description, content: { schema } } : { description }

/** What a create answers, in both dialects. */
export const CREATED = (schema: Content["schema"]): Answer => ({
  ...ok("As specified: what was created. As observed: no body, unless `returnEntity=true`", schema),
  headers: { ETag: "the version that was made", Location: "as observed: where it is" },
})

/** What an update answers: 200 as specified, 204 as observed. */
export const UPDATED = (schema: Content["schema"]): Record<200 | 204, Answer> => ({
  200: { ...ok("As specified: with all fields", schema), headers: { ETag: "the version that was made" } },
  204: { description: "As observed", headers: { ETag: "the version that was made" } },
})

/** Answers that many calls share. */
export const ERRORS = {
  badRequest: error("The request is malformed"),
  exists: error("Malformed; or, as observed, ITEM_ALREADY_EXIST: the UUID exists. As specified that one is replaced"),
  tooFarBehind: error("More changes lie behind `eventLogUuid` than are told: read the library anew"),
  unauthorized: {
    ...error("The token is missing, expired or invalid"),
    headers: { "WWW-Authenticate": 'Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"' },
  },
  forbidden: error("The token lacks a scope, or belongs to another organisation"),
  notFound: error("There is no such thing"),
  tooLarge: error("The body is too large"),
  invalid: error("The content breaks a rule; `violations` names each"),
  tooMany: {
    ...error("A rate limit is hit; retry later"),
    headers: { "Retry-After": "seconds; missing as observed (`rateV3`)" },
  },
} satisfies Record<string, Answer>

/** What every call with a token can answer. */
export const GUARDED = { 401: ERRORS.unauthorized, 403: ERRORS.forbidden, 429: ERRORS.tooMany }

import type { z } from "zod"
import { errorBodySchema, type Scope } from "../../../../src/pos-api/contract"
import type { InterfaceName } from "../http/interfaces"

/** A parameter of the path, the query or a header; `schema` in the words of JSON Schema. */
export type Parameter = {
  name: string
  in: "query" | "header"
  required?: boolean
  description: string
  schema: Record<string, unknown>
}

/** A parameter of the query; `schema` in the words of JSON Schema. */
export const query = (
  name: string,
  schema: Record<string, unknown>,
  description: string,
  required = false
): Parameter => ({ name, in: "query", required, description, schema })

/** The content of a request or an answer; JSON by default. */
export type Content = { schema?: z.ZodType; contentType?: string }

export type Answer = { description: string; content?: Content; headers?: Record<string, string> }

/** One call of the POS, as the document describes it. `path` has its parameters in braces. */
export type Operation = {
  id: string
  interface: InterfaceName
  method: "get" | "post" | "put" | "patch" | "delete"
  path: string
  summary: string
  description?: string
  scopes: readonly Scope[]
  /** calls that need no token, or take an API key too */
  access?: "public" | "token-or-api-key"
  parameters?: Parameter[]
  body?: Content
  answers: Record<number, Answer>
}

const error = (description: string): Answer => ({ description, content: { schema: errorBodySchema } })

/** An answer with a body. */
export const ok = (description: string, schema?: Content["schema"]): Answer =>
  schema ? { description, content: { schema } } : { description }

/** What a create answers, in both dialects. */
export const CREATED = (schema: Content["schema"]): Answer => ({
  ...ok("As specified: what was created. As observed: no body, unless `returnEntity=true`", schema),
  headers: { ETag: "the version that was made", Location: "as observed: where it is" },
})

/** What an update answers: 200, with every oddity 204. */
export const UPDATED = (schema: Content["schema"]): Record<200 | 204, Answer> => ({
  200: { ...ok("With all fields", schema), headers: { ETag: "the version that was made" } },
  204: { description: "With every oddity", headers: { ETag: "the version that was made" } },
})

/** Answers that many calls share. */
export const ERRORS = {
  badRequest: error("The request is malformed"),
  exists: error("Malformed; or, as observed, ITEM_ALREADY_EXIST: the UUID exists. As specified that one is replaced"),
  tooFarBehind: error("`eventLogUuid` is too many changes behind: read the library again"),
  unauthorized: {
    ...error("The token is missing, expired or invalid"),
    headers: { "WWW-Authenticate": 'Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"' },
  },
  forbidden: error("The token lacks a scope, or belongs to another organization"),
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

/** How a create is asked for what it made, where it answers without a body. */
export const RETURN_ENTITY: Parameter = {
  name: "returnEntity",
  in: "query",
  description: "As observed: answer with what was created",
  schema: { type: "boolean", default: false },
}

/** How an update is kept from undoing another's. */
export const CONDITIONS: Parameter[] = [
  {
    name: "If-Match",
    in: "header",
    description: "As observed: the update is applied only when the quoted ETag is the current one, or is `*`",
    schema: { type: "string" },
  },
  {
    name: "If-None-Match",
    in: "header",
    description: "As specified: the update is applied only when the ETag does not match",
    schema: { type: "string" },
  },
]

import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { z } from "zod"
import type { Permission } from "../../contract/permissions"
import { PosError } from "../../modules/pos/errors"
import { describeIssues } from "../../pos-api/contract"
import { type Audit, audited, type AuditedHandler, type Handler } from "./audit"
import { maskResponse } from "./masking"
import { requirePermission } from "./roles"

/** A route that needs no right, with the reason. */
export type Unrestricted = { why: string }

/** The right that a caller needs. A route without one does not compile. */
export type Access = Permission | Unrestricted

/** Creates the access rule of a route that needs no right. @param why the reason */
export const unrestricted = (why: string): Unrestricted => ({ why })

/** Request type of a route: a caller whose right is checked is signed in. */
type RequestOf<Allowed extends Access, Body, Query> = Allowed extends Permission
  ? AuthenticatedMedusaRequest<Body, Query>
  : MedusaRequest<Body, Query>

/** Schemas of a request's input, from which the docs are generated. */
export type Takes = { query: z.ZodType | undefined; body: z.ZodObject | undefined }

/**
 * What a handler carries of its route's contract, for Medusa's middlewares, the docs and the tests. The method is the
 * name under which the file exports the handler, the path is that of the file.
 */
export type Contract = {
  access: Access
  takes: Takes
  middleware: Pick<MiddlewareRoute, "middlewares" | "policies" | "bodyParser">
}

type Reading<Request> = (request: Request, response: MedusaResponse) => Promise<void>

/**
 * Defines a read-only route. Its query is validated before the handler is called, which gets it as
 * `request.validatedQuery` with the schema's type.
 */
export function defineRead<Allowed extends Access, Query extends Record<string, unknown>>(route: {
  access: Allowed
  query?: z.ZodType<Query>
}) {
  return reading<RequestOf<Allowed, unknown, Query>>(toContract(route))
}

/**
 * Defines a route that changes something. Its body and its query are validated before the handler is called, which gets
 * them as `request.validatedBody` and `request.validatedQuery`. Its audit rule says what a call records, or why nothing.
 */
export function defineChange<
  Allowed extends Access,
  Query extends Record<string, unknown>,
  Body extends z.ZodObject,
>(route: {
  access: Allowed
  query?: z.ZodType<Query>
  body?: Body
  /** the largest accepted body; default: Medusa's own limit */
  sizeLimit?: string
  audit: Audit<NoInfer<RequestOf<Allowed, z.output<Body>, Query>>>
}) {
  return changing<RequestOf<Allowed, z.output<Body>, Query>>(toContract(route), route.audit)
}

type Declared = {
  access: Access
  query?: z.ZodType<Record<string, unknown>>
  body?: z.ZodObject
  sizeLimit?: string
}

function toContract({ access, query, body, sizeLimit }: Declared): Contract {
  const middlewares = [query && parseQuery(query), body && parseBody(body)].filter((parse) => parse !== undefined)
  const guarded = typeof access === "string" ? requirePermission(access, middlewares) : { middlewares }
  const middleware = sizeLimit === undefined ? guarded : { ...guarded, bodyParser: { sizeLimit } }
  return { access, takes: { query, body }, middleware }
}

function reading<Request extends MedusaRequest<unknown>>(contract: Contract) {
  const handle = (handler: Reading<Request>): Reading<Request> & Contract =>
    Object.assign(masking(contract.access, handler), contract)
  return { handle }
}

function changing<Request extends MedusaRequest<unknown>>(contract: Contract, audit: Audit<Request>) {
  const handle = (handler: Handler<Request>): AuditedHandler<Request> & Contract =>
    Object.assign(masking(contract.access, audited(audit, handler)), contract, { audit })
  return { handle }
}

/** Masks the answers of a route that callers without the right to see everything can call. */
function masking<Request extends MedusaRequest<unknown>>(access: Access, handler: Reading<Request>): Reading<Request> {
  if (access === "finance" || typeof access !== "string") {
    return async (request, response) => handler(request, response)
  }
  return async (request, response) => {
    await maskResponse(request, response)
    await handler(request, response)
  }
}

/** Creates a middleware that validates a query. An invalid one is answered 400 with the parameter named. */
function parseQuery(schema: z.ZodType<Record<string, unknown>>) {
  return (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(request.query)
    if (!parsed.success) {
      const problems = describeIssues(parsed.error, request.query)
      next(new PosError("pos_request_invalid", `Invalid query: ${problems}`))
      return
    }
    request.validatedQuery = parsed.data
    next()
  }
}

/**
 * Creates a middleware that validates a body. An invalid or unknown field is answered 400 with its name. Why not
 * Medusa's own: it repeats the input in the error, which is logged, and the input may contain an API key.
 */
function parseBody(schema: z.ZodObject) {
  const strict = schema.strict()
  return (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = strict.safeParse(request.body)
    if (!parsed.success) {
      next(new PosError("pos_request_invalid", `Invalid request: ${describeIssues(parsed.error, request.body)}`))
      return
    }
    request.validatedBody = parsed.data
    next()
  }
}

import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareFunction,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import type { Permission } from "../../contract/permissions"
import { PosError } from "../../modules/pos/errors"
import { describeIssues } from "../../pos-api/contract"
import { type Decides, deciding, type DecidingHandler, type Handler } from "./decide"
import { maskResponse } from "./masking"
import { requirePermission } from "./roles"

type Path = `/${"admin" | "store"}/pos/${string}`

/** Request type of a path: authenticated below /admin, anonymous below /store. */
type RequestOf<Matcher extends Path, Body, Query> = Matcher extends `/admin/${string}`
  ? AuthenticatedMedusaRequest<Body, Query>
  : MedusaRequest<Body, Query>

/** A route that needs no right, with the reason. */
export type Unrestricted = { why: string }

/** The right that a caller needs. A route without one does not compile. */
export type Access = Permission | Unrestricted

/** Creates the access rule of a route that needs no right. @param why the reason */
export const unrestricted = (why: string): Unrestricted => ({ why })

/** Schema of a request's input, from which the docs are generated. */
export type Takes = { query: z.ZodType } | { body: z.ZodObject }

/** What a handler carries of its route's contract, for Medusa, the docs and the tests. */
export type Contract = { middleware: MiddlewareRoute; access: Access; takes: Takes | null }

type Declared = { method: "GET" | "POST" | "DELETE"; matcher: Path; access: Access }

type Reading<Request> = (request: Request, response: MedusaResponse) => Promise<void>

/**
 * Defines a read-only route. Its query is validated before the handler is called, which gets it as
 * `request.validatedQuery` with the schema's type.
 */
export function defineRoute<Matcher extends Path, Query extends Record<string, unknown>>(route: {
  method: "GET"
  matcher: Matcher
  access: Access
  query: z.ZodType<Query>
}) {
  return reading<RequestOf<Matcher, unknown, Query>>(
    toContract(route, [parseQuery(route.query)], { query: route.query })
  )
}

/** Defines a read-only admin route whose only input is its path. */
export function defineBareRoute<Matcher extends Path>(route: { method: "GET"; matcher: Matcher; access: Access }) {
  return reading<RequestOf<Matcher, unknown, Record<string, unknown>>>(toContract(route, [], null))
}

/**
 * Defines a route with a body, which is validated likewise and available as `request.validatedBody`. Its audit rule
 * says what a call records, or why nothing.
 */
export function defineChange<Matcher extends Path, Body extends z.ZodObject>(route: {
  method: "POST"
  matcher: Matcher
  access: Access
  body: Body
  /** the largest accepted body; default: Medusa's own limit */
  sizeLimit?: string
  decides: Decides<NoInfer<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>>
}) {
  const { body, sizeLimit, decides } = route
  const contract = toContract(route, [parseBody(body)], { body })
  const middleware =
    sizeLimit === undefined ? contract.middleware : { ...contract.middleware, bodyParser: { sizeLimit } }
  return changing<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>({ ...contract, middleware }, decides)
}

/** Defines a DELETE route with a query; same as {@link defineChange}. */
export function defineRemoval<Matcher extends Path, Query extends Record<string, unknown>>(route: {
  method: "DELETE"
  matcher: Matcher
  access: Access
  query: z.ZodType<Query>
  decides: Decides<NoInfer<RequestOf<Matcher, unknown, Query>>>
}) {
  const { query, decides } = route
  return changing<RequestOf<Matcher, unknown, Query>>(toContract(route, [parseQuery(query)], { query }), decides)
}

/** Defines an admin route that changes something and whose only input is the id in its path. */
export function defineBareChange(route: {
  method: "POST" | "DELETE"
  matcher: `/admin/pos/${string}`
  access: Access
  decides: Decides<AuthenticatedMedusaRequest>
}) {
  return changing<AuthenticatedMedusaRequest>(toContract(route, [], null), route.decides)
}

function toContract(
  { method, matcher, access }: Declared,
  middlewares: MiddlewareFunction[],
  takes: Takes | null
): Contract {
  const guarded = typeof access === "string" ? requirePermission(access, middlewares) : { middlewares }
  return { middleware: { ...guarded, matcher, methods: [method] }, access, takes }
}

function reading<Request extends MedusaRequest<unknown>>(contract: Contract) {
  const handle = (handler: Reading<Request>): Reading<Request> & Contract =>
    Object.assign(masking(contract.access, handler), contract)
  return { middleware: contract.middleware, handle }
}

function changing<Request extends MedusaRequest<unknown>>(contract: Contract, decides: Decides<Request>) {
  const handle = (handler: Handler<Request>): DecidingHandler<Request> & Contract => {
    const call = deciding(decides, handler)
    return Object.assign(masking(contract.access, call), contract, { decides })
  }
  return { middleware: contract.middleware, handle }
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

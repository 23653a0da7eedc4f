import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { PosError } from "../../modules/pos/errors"
import { describeIssues } from "../../pos-api/contract"
import { type Decides, deciding, type DecidingHandler, type Handler } from "./decide"

type Path = `/${"admin" | "store"}/pos/${string}`

/** Request type of a path: authenticated below /admin, anonymous below /store. */
type RequestOf<Matcher extends Path, Body, Query> = Matcher extends `/admin/${string}`
  ? AuthenticatedMedusaRequest<Body, Query>
  : MedusaRequest<Body, Query>

/** Schema of a request's input, from which the docs are generated. */
export type Takes = { query: z.ZodType } | { body: z.ZodObject }

type Checked = { middleware: MiddlewareRoute; takes: Takes }

type Reading<Request> = (request: Request, response: MedusaResponse) => Promise<void>

/**
 * Defines a read-only route. Its query is validated before the handler is called, which gets it as
 * `request.validatedQuery` with the schema's type.
 */
export function defineRoute<Matcher extends Path, Query extends Record<string, unknown>>(route: {
  method: "GET"
  matcher: Matcher
  query: z.ZodType<Query>
}) {
  type Request = RequestOf<Matcher, unknown, Query>
  const { method, matcher, query } = route
  const middleware: MiddlewareRoute = { matcher, methods: [method], middlewares: [parseQuery(query)] }
  const handle = (handler: Reading<Request>): Reading<Request> & Checked =>
    Object.assign(handler, { middleware, takes: { query } })
  return { middleware, handle }
}

/**
 * Defines a route with a body, which is validated likewise and available as `request.validatedBody`. Its audit rule
 * says what a call records, or why nothing.
 */
export function defineChange<Matcher extends Path, Body extends z.ZodObject>(route: {
  method: "POST"
  matcher: Matcher
  body: Body
  /** the largest accepted body; default: Medusa's own limit */
  sizeLimit?: string
  decides: Decides<NoInfer<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>>
}) {
  const { method, matcher, body, sizeLimit, decides } = route
  const middleware: MiddlewareRoute = {
    matcher,
    methods: [method],
    ...(sizeLimit === undefined ? {} : { bodyParser: { sizeLimit } }),
    middlewares: [parseBody(body)],
  }
  return changing<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>({ middleware, takes: { body } }, decides)
}

/** Defines a DELETE route with a query; same as {@link defineChange}. */
export function defineRemoval<Matcher extends Path, Query extends Record<string, unknown>>(route: {
  method: "DELETE"
  matcher: Matcher
  query: z.ZodType<Query>
  decides: Decides<NoInfer<RequestOf<Matcher, unknown, Query>>>
}) {
  const { method, matcher, query, decides } = route
  const middleware: MiddlewareRoute = { matcher, methods: [method], middlewares: [parseQuery(query)] }
  return changing<RequestOf<Matcher, unknown, Query>>({ middleware, takes: { query } }, decides)
}

/** Defines an admin handler whose only input is the id in its path. */
export const defineBareChange =
  (decides: Decides<AuthenticatedMedusaRequest>) => (handler: Handler<AuthenticatedMedusaRequest>) =>
    deciding(decides, handler)

function changing<Request extends MedusaRequest<unknown>>(checked: Checked, decides: Decides<Request>) {
  const handle = (handler: Handler<Request>): DecidingHandler<Request> & Checked =>
    Object.assign(deciding(decides, handler), checked)
  return { middleware: checked.middleware, handle }
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

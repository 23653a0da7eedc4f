import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { type Decides, type DecidingHandler, deciding, type Handler } from "./decide"
import { parseBody } from "./parse-body"
import { parseQuery } from "./parse-query"

type Path = `/${"admin" | "store"}/pos/${string}`

/** Who asks below /admin is known; anybody may ask below /store. */
type RequestOf<Matcher extends Path, Body, Query> = Matcher extends `/admin/${string}`
  ? AuthenticatedMedusaRequest<Body, Query>
  : MedusaRequest<Body, Query>

/** What a request holds: the docs are made of it. */
export type Takes = { query: z.ZodType } | { body: z.ZodObject }

type Checked = { middleware: MiddlewareRoute; takes: Takes }

type Reading<Request> = (request: Request, response: MedusaResponse) => Promise<void>

/**
 * A route that reads, with its schema, which is checked before the handler is called: the handler finds what was parsed
 * as `request.validatedQuery`, with the schema's type.
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
 * A route that takes a body, which is checked likewise and found as `request.validatedBody`; and what calling it decides,
 * which is kept, or why that is nothing.
 */
export function defineChange<Matcher extends Path, Body extends z.ZodObject>(route: {
  method: "POST"
  matcher: Matcher
  body: Body
  /** the largest body that is read; default: Medusa's own limit */
  sizeLimit?: string
  decides: Decides<NoInfer<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>>
}) {
  const { method, matcher, body, sizeLimit, decides } = route
  const middleware: MiddlewareRoute = {
    ...{ matcher, methods: [method] },
    ...(sizeLimit === undefined ? {} : { bodyParser: { sizeLimit } }),
    middlewares: [parseBody(body)],
  }
  return changing<RequestOf<Matcher, z.output<Body>, Record<string, unknown>>>({ middleware, takes: { body } }, decides)
}

/** A route that removes something as its query says; as {@link defineChange}. */
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

/** A handler of the admin that takes nothing but the id in its path. */
export const defineBareChange =
  (decides: Decides<AuthenticatedMedusaRequest>) => (handler: Handler<AuthenticatedMedusaRequest>) =>
    deciding(decides, handler)

function changing<Request extends MedusaRequest<unknown>>(checked: Checked, decides: Decides<Request>) {
  const handle = (handler: Handler<Request>): DecidingHandler<Request> & Checked =>
    Object.assign(deciding(decides, handler), checked)
  return { middleware: checked.middleware, handle }
}

import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { parseBody } from "./parse-body"
import { parseQuery } from "./parse-query"

type Path = `/${"admin" | "store"}/pos/${string}`

type QueryRoute<Matcher extends Path, Query> = {
  method: "GET" | "DELETE"
  matcher: Matcher
  query: z.ZodType<Query>
}

type BodyRoute<Matcher extends Path, Body extends z.ZodObject> = {
  method: "POST"
  matcher: Matcher
  body: Body
  /** the largest body that is read; default: Medusa's own limit */
  sizeLimit?: string
}

/** Who asks below /admin is known; anybody may ask below /store. */
type RequestOf<Matcher extends Path, Body, Query> = Matcher extends `/admin/${string}`
  ? AuthenticatedMedusaRequest<Body, Query>
  : MedusaRequest<Body, Query>

type Handler<Request> = (request: Request, response: MedusaResponse) => Promise<void>

/** A route that takes something: what checks it, for `middlewares.ts`, and what its handler in `route.ts` is made with. */
export type DefinedRoute<Request> = {
  middleware: MiddlewareRoute
  handle: (handler: Handler<Request>) => Handler<Request> & { middleware: MiddlewareRoute }
}

/**
 * A route with its schema, which is checked before the handler is called: the handler finds what was parsed as
 * `request.validatedQuery` or `request.validatedBody`, with the schema's type.
 */
export function defineRoute<Matcher extends Path, Query extends Record<string, unknown>, Body extends z.ZodObject>(
  route: QueryRoute<Matcher, Query> | BodyRoute<Matcher, Body>
): DefinedRoute<RequestOf<Matcher, z.output<Body>, Query>> {
  const { method, matcher } = route
  const middleware: MiddlewareRoute = {
    ...{ matcher, methods: [method] },
    ...("body" in route && route.sizeLimit !== undefined ? { bodyParser: { sizeLimit: route.sizeLimit } } : {}),
    middlewares: ["body" in route ? parseBody(route.body) : parseQuery(route.query)],
  }
  return { middleware, handle: (handler) => Object.assign(handler, { middleware }) }
}

import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { posOrderMiddlewares } from "./admin/pos-orders/middlewares"
import { searchMiddlewares } from "./admin/search/middlewares"
import { raw } from "express"
import { refuseUnknown } from "./hooks/pos/answer-notification"
import { readdirSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import type { Contract } from "./utils/define-route"

const methodSchema = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
const exportsSchema = z.record(z.string(), z.unknown())
const handlerSchema = z.custom<object>((value) => typeof value === "function")
const contractSchema = z.looseObject({ middleware: z.custom<Contract["middleware"]>((value) => Boolean(value)) })

/** A handler with its method, the path at which Medusa serves it, and its file, relative to `src/api`. */
type ServedRoute = { method: z.infer<typeof methodSchema>; path: string; file: string; handler: object }

/** Where Medusa serves a file: `admin/pos/runs/[id]/route.ts` at `/admin/pos/runs/:id`. */
const toPath = (file: string) => `/${path.posix.dirname(file).replace(/\[(\w+)\]/g, ":$1")}`

/** Reads every route of the plugin from the files, as Medusa does. */
export function readServedRoutes(): ServedRoute[] {
  const files = readdirSync(__dirname, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\/route\.[jt]s$/.test(file))
    .sort()
  return files.flatMap((file) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa loads them
    const members = exportsSchema.parse(require(path.join(__dirname, file)))
    return methodSchema.options.flatMap((method): ServedRoute[] =>
      method in members ? [{ method, path: toPath(file), file, handler: handlerSchema.parse(members[method]) }] : []
    )
  })
}

/**
 * The middlewares that check the request of each route: its right, its query and its body, as the route's file declares
 * them by `defineRead` and `defineChange`. So a new route needs no entry anywhere.
 */
function readRouteMiddlewares(): MiddlewareRoute[] {
  return readServedRoutes().flatMap(({ method, path: matcher, handler }): MiddlewareRoute[] => {
    const contract = contractSchema.safeParse({ ...handler })
    return contract.success ? [{ ...contract.data.middleware, matcher, methods: [method] }] : []
  })
}

/** The largest accepted notification; a product with 99 variants, old and new, is well below. */
const MAX_NOTIFICATION = "1mb"

/** Rejects a path that Express cannot decode and would answer with 500; it cannot name a connection. */
function refuseBrokenPath(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): void {
  try {
    decodeURIComponent(request.path)
  } catch {
    refuseUnknown(request.scope, response)
    return
  }
  next()
}

/**
 * The signature covers the raw body, so the body is read once, as bytes. The method is named so that other middlewares
 * of the store (logging, rate limits) run before a body is read.
 */
const hookMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/pos", middlewares: [refuseBrokenPath] },
  {
    matcher: "/hooks/pos/:connection_id",
    methods: ["POST"],
    bodyParser: false,
    middlewares: [raw({ type: "application/json", limit: MAX_NOTIFICATION })],
  },
]

export default defineMiddlewares({
  routes: [...readRouteMiddlewares(), ...posOrderMiddlewares, ...searchMiddlewares, ...hookMiddlewares],
})

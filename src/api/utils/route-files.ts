import { readdirSync } from "node:fs"
import path from "node:path"
import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { Contract } from "./define-route"

const API = path.join(__dirname, "..")

const methodSchema = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
const exportsSchema = z.record(z.string(), z.unknown())
const handlerSchema = z.custom<object>((value) => typeof value === "function")
const contractSchema = z.looseObject({ middleware: z.custom<Contract["middleware"]>((value) => Boolean(value)) })

/** A handler with its method, the path at which Medusa serves it, and its file, relative to `src/api`. */
export type ServedRoute = { method: z.infer<typeof methodSchema>; path: string; file: string; handler: object }

/** Where Medusa serves a file: `admin/pos/runs/[id]/route.ts` at `/admin/pos/runs/:id`. */
const toPath = (file: string) => `/${path.posix.dirname(file).replace(/\[(\w+)\]/g, ":$1")}`

/** Reads every route of the plugin from the files, as Medusa does. */
export function readServedRoutes(): ServedRoute[] {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\/route\.[jt]s$/.test(file))
    .sort()
  return files.flatMap((file) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa loads them
    const members = exportsSchema.parse(require(path.join(API, file)))
    return methodSchema.options.flatMap((method): ServedRoute[] =>
      method in members ? [{ method, path: toPath(file), file, handler: handlerSchema.parse(members[method]) }] : []
    )
  })
}

/**
 * The middlewares that check the request of each route: its right, its query and its body, as the route's file declares
 * them by `defineRead` and `defineChange`. So a new route needs no entry anywhere.
 */
export function readRouteMiddlewares(): MiddlewareRoute[] {
  return readServedRoutes().flatMap(({ method, path: matcher, handler }): MiddlewareRoute[] => {
    const contract = contractSchema.safeParse({ ...handler })
    return contract.success ? [{ ...contract.data.middleware, matcher, methods: [method] }] : []
  })
}

import type { Application, NextFunction, Request, Response } from "express"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

type Handler = (request: Request, response: Response, next: NextFunction) => void

/** Express 4 keeps its layers here; ours is moved among them, so the array itself is needed, not a copy. */
const routerSchema = z.custom<{ stack: { name: string; handle: Handler }[] }>(
  (value) => typeof value === "function" && Array.isArray(Reflect.get(value, "stack"))
)

/** The layer that makes Node's request and response into Express's. */
const EXPRESS_LAYER = "expressInit"

/** What Medusa counts layers by when it reloads routes during development; ours must not be among them then. */
const RELOADING = "__MEDUSA_HMR_INITIAL_STACK_LENGTH__"

const looked = new WeakSet<Application>()

/**
 * Puts a route before everything that a shop's Express asks: sessions, cookies, the log and six hundred routes take a
 * notification more time than the whole of the door does, and a plugin cannot register before them. It stands before
 * Express's own first layer too, which gives each request another prototype: that alone makes V8 forget what it knows
 * of requests, and keep each until its next large collection. So the handlers have Node's request and response, with
 * `params` and what a body parser adds; an error goes to the shop's error handlers with Express's.
 *
 * Does so once for each application. Where Express is not built as we know it, nothing is moved, and the route is reached
 * like every other.
 */
export function placeFirst(app: Application, matcher: string, container: MedusaContainer, handlers: Handler[]): void {
  if (looked.has(app)) {
    return
  }
  looked.add(app)
  const { data: router } = routerSchema.safeParse(Reflect.get(app, "_router"))
  const express = router?.stack.find(({ name }) => name === EXPRESS_LAYER)
  if (!router || !express || Reflect.has(globalThis, RELOADING)) {
    return
  }
  const guarded = handlers.map((handler): Handler => (request, response, next) => {
    handler(request, response, (error?: unknown) => {
      if (error === undefined) {
        next()
        return
      }
      express.handle(request, response, () => {
        Object.assign(request, { scope: container })
        next(error)
      })
    })
  })
  app.post(matcher, ...guarded)
  router.stack.splice(0, 0, ...router.stack.splice(-1))
}

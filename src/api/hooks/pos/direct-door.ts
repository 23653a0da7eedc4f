import { type Application, type NextFunction, type Request, type Response, Router } from "express"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

type Handler = (request: Request, response: Response, next: NextFunction) => void

/** Express 4 keeps its layers here; ours is moved among them, so the array itself is needed, not a copy. */
const routerSchema = z.custom<{ stack: { name: string }[] }>(
  (value) => typeof value === "function" && Array.isArray(Reflect.get(value, "stack"))
)

/** Express's own layers make `request` and `response` what they are and stay first. */
const EXPRESS_LAYER = "expressInit"

/** What Medusa counts layers by when it reloads routes during development; ours must not be among them then. */
const RELOADING = "__MEDUSA_HMR_INITIAL_STACK_LENGTH__"

const looked = new WeakSet<Application>()

/**
 * Puts a route before everything else that a shop's Express asks: sessions, cookies, the log and six hundred routes take
 * a notification more time than the whole of the door does, and a plugin cannot register before them. Does so once for
 * each application. Where Express is not built as we know it, nothing is moved, and the route is reached as any other.
 */
export function placeFirst(app: Application, matcher: string, container: MedusaContainer, handlers: Handler[]): void {
  if (looked.has(app)) {
    return
  }
  looked.add(app)
  const { data: router } = routerSchema.safeParse(Reflect.get(app, "_router"))
  const own = router?.stack.findIndex(({ name }) => name === EXPRESS_LAYER) ?? -1
  if (!router || own < 0 || Reflect.has(globalThis, RELOADING)) {
    return
  }
  const giveScope: Handler = (request, _response, next) => {
    Object.assign(request, { scope: container })
    next()
  }
  app.use(Router().post(matcher, giveScope, ...handlers))
  router.stack.splice(own + 1, 0, ...router.stack.splice(-1))
}

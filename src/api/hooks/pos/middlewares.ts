import { type NextFunction, raw, type Request, type Response } from "express"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../modules/pos"
import { answerNotification, doorOf } from "./answer-notification"
import { placeFirst } from "./direct-door"

const MATCHER = "/hooks/pos/:connection_id"

/** The largest notification that is read; a product with 99 variants, old and new, is well below. */
const MAX_NOTIFICATION = "1mb"

const readBytes = raw({ type: "application/json", limit: MAX_NOTIFICATION })

/**
 * The door's own route, reached before the shop's six hundred others: Express tries them one after the other, which
 * takes longer than everything that the door does. The first notification opens the way on which the next ones come.
 */
async function answerFirst(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  if (request.method !== "POST" || request.path !== "/") {
    next()
    return
  }
  const { scope, app } = request
  const door = await doorOf(scope)
  if ((await scope.resolve(POS_MODULE).getOptions()).directDoor) {
    const answer = (one: Request, its: Response, goOn: NextFunction) => {
      answerNotification(door, one, its).catch(goOn)
    }
    placeFirst(app, MATCHER, scope, [readBytes, answer])
  }
  await answerNotification(door, request, response)
}

export const hookMiddlewares: MiddlewareRoute[] = [
  // The signature covers the body as it came; reading it once, as bytes, is all that is needed.
  { matcher: MATCHER, methods: ["POST"], bodyParser: false },
  // Without methods Medusa puts a middleware before all routes.
  { matcher: MATCHER, middlewares: [readBytes, answerFirst] },
]

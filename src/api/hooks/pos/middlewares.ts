import { raw } from "express"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { refuseUnknown } from "./answer-notification"

const MATCHER = "/hooks/pos/:connection_id"

/** The largest notification that is read; a product with 99 variants, old and new, is well below. */
const MAX_NOTIFICATION = "1mb"

/** A path that is no text Express fails at, with a 500; it can name no connection. */
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
 * The signature covers the body as it came: reading it once, as bytes, is all that is needed. The method is named, so
 * that whatever else asks before the route (the shop's log, its limits) does so before a body is read.
 */
export const hookMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/pos", middlewares: [refuseBrokenPath] },
  {
    matcher: MATCHER,
    methods: ["POST"],
    bodyParser: false,
    middlewares: [raw({ type: "application/json", limit: MAX_NOTIFICATION })],
  },
]

import { raw } from "express"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { refuseUnknown } from "./answer-notification"

const MATCHER = "/hooks/pos/:connection_id"

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
export const hookMiddlewares: MiddlewareRoute[] = [
  { matcher: "/hooks/pos", middlewares: [refuseBrokenPath] },
  {
    matcher: MATCHER,
    methods: ["POST"],
    bodyParser: false,
    middlewares: [raw({ type: "application/json", limit: MAX_NOTIFICATION })],
  },
]

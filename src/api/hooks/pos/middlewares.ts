import { raw } from "express"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { POST } from "./[connection_id]/route"

const MATCHER = "/hooks/pos/:connection_id"

/** The largest notification that is read; a product with 99 variants, old and new, is well below. */
const MAX_NOTIFICATION = "1mb"

/**
 * The door's own route, reached before the shop's six hundred others: Express tries them one after the other, which
 * takes longer than everything that the door does.
 */
async function answerFirst(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  if (request.method !== "POST" || request.path !== "/") {
    next()
    return
  }
  await POST(request, response)
}

export const hookMiddlewares: MiddlewareRoute[] = [
  // The signature covers the body as it came; reading it once, as bytes, is all that is needed.
  { matcher: MATCHER, methods: ["POST"], bodyParser: false },
  // Without methods Medusa puts a middleware before all routes.
  { matcher: MATCHER, middlewares: [raw({ type: "application/json", limit: MAX_NOTIFICATION }), answerFirst] },
]

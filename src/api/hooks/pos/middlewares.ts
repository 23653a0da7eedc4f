import type { MiddlewareRoute } from "@medusajs/framework/http"

/** The largest notification that is read; a product with 99 variants, old and new, is well below. */
const MAX_NOTIFICATION = "1mb"

export const hookMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/hooks/pos/:connection_id",
    methods: ["POST"],
    bodyParser: { preserveRawBody: true, sizeLimit: MAX_NOTIFICATION },
  },
]

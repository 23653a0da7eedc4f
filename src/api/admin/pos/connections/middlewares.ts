import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../../parse-body"
import { parseQuery } from "../parse-query"
import {
  checkBodySchema,
  confirmProfileBodySchema,
  connectBodySchema,
  disconnectQuerySchema,
  finishSignInBodySchema,
  rotateKeyBodySchema,
  startSignInBodySchema,
} from "./validators"

const body = (matcher: string, schema: Parameters<typeof parseBody>[0]): MiddlewareRoute => ({
  matcher: `/admin/pos/${matcher}`,
  methods: ["POST"],
  middlewares: [parseBody(schema)],
})

export const connectionMiddlewares: MiddlewareRoute[] = [
  body("connections", connectBodySchema),
  body("checks", checkBodySchema),
  body("connections/:id/api-key", rotateKeyBodySchema),
  body("connections/:id/profile", confirmProfileBodySchema),
  body("authorizations", startSignInBodySchema),
  body("authorizations/complete", finishSignInBodySchema),
  { matcher: "/admin/pos/connections/:id", methods: ["DELETE"], middlewares: [parseQuery(disconnectQuerySchema)] },
]

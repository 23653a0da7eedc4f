import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
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

const body = (matcher: string, schema: Parameters<typeof validateAndTransformBody>[0]): MiddlewareRoute => ({
  matcher: `/admin/pos/${matcher}`,
  methods: ["POST"],
  middlewares: [validateAndTransformBody(schema)],
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

import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import {
  checkBodySchema,
  connectBodySchema,
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
  body("authorizations", startSignInBodySchema),
  body("authorizations/complete", finishSignInBodySchema),
]

import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import { checkBodySchema, rotateKeyBodySchema } from "./validators"

export const connectionMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/pos/checks", methods: ["POST"], middlewares: [validateAndTransformBody(checkBodySchema)] },
  {
    matcher: "/admin/pos/connections/:id/api-key",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(rotateKeyBodySchema)],
  },
]

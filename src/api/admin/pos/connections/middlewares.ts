import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import { parseQuery } from "../parse-query"
import { checkBodySchema, confirmProfileBodySchema, disconnectQuerySchema, rotateKeyBodySchema } from "./validators"

export const connectionMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/pos/checks", methods: ["POST"], middlewares: [validateAndTransformBody(checkBodySchema)] },
  {
    matcher: "/admin/pos/connections/:id/api-key",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(rotateKeyBodySchema)],
  },
  {
    matcher: "/admin/pos/connections/:id/profile",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(confirmProfileBodySchema)],
  },
  { matcher: "/admin/pos/connections/:id", methods: ["DELETE"], middlewares: [parseQuery(disconnectQuerySchema)] },
]

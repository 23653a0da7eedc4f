import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import { balanceBodySchema } from "./validators"

export const storePosMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/pos/gift-cards/balance",
    methods: ["POST"],
    bodyParser: { sizeLimit: "2kb" },
    middlewares: [validateAndTransformBody(balanceBodySchema)],
  },
]

import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../parse-body"
import { balanceBodySchema } from "./validators"

export const storePosMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/pos/gift-cards/balance",
    methods: ["POST"],
    bodyParser: { sizeLimit: "2kb" },
    middlewares: [parseBody(balanceBodySchema)],
  },
]

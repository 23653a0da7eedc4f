import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../../parse-body"
import { parseQuery } from "../parse-query"
import { adoptBodySchema, ignoreBodySchema, productCandidateListQuerySchema } from "./validators"

export const productCandidateMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/pos/product-candidates",
    methods: ["GET"],
    middlewares: [parseQuery(productCandidateListQuerySchema)],
  },
  {
    matcher: "/admin/pos/product-candidates/adopt",
    methods: ["POST"],
    middlewares: [parseBody(adoptBodySchema)],
  },
  {
    matcher: "/admin/pos/product-candidates/ignore",
    methods: ["POST"],
    middlewares: [parseBody(ignoreBodySchema)],
  },
]

import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
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
    middlewares: [validateAndTransformBody(adoptBodySchema)],
  },
  {
    matcher: "/admin/pos/product-candidates/ignore",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(ignoreBodySchema)],
  },
]

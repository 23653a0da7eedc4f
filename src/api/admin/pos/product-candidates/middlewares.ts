import { defineRoute } from "../../../utils/define-route"
import { adoptBodySchema, ignoreBodySchema, productCandidateListQuerySchema } from "./validators"

export const productCandidateListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-candidates",
  query: productCandidateListQuerySchema,
})

export const adoptRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/product-candidates/adopt",
  body: adoptBodySchema,
})

export const ignoreRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/product-candidates/ignore",
  body: ignoreBodySchema,
})

export const productCandidateMiddlewares = [
  productCandidateListRoute.middleware,
  adoptRoute.middleware,
  ignoreRoute.middleware,
]

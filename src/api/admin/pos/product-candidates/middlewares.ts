import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { adoptBodySchema, ignoreBodySchema, productCandidateListQuerySchema } from "./validators"

export const productCandidateListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-candidates",
  query: productCandidateListQuerySchema,
})

export const adoptRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-candidates/adopt",
  body: adoptBodySchema,
  decides: {
    kind: "adopt",
    connectionId: namedInBody,
    asked: ({ validatedBody: { candidates } }) => ({ candidates: named(candidates.map(({ id }) => id)) }),
  },
})

export const ignoreRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-candidates/ignore",
  body: ignoreBodySchema,
  decides: {
    kind: "ignore-candidates",
    connectionId: namedInBody,
    asked: ({ validatedBody: { ids, ignored } }) => ({ candidates: named(ids), ignored }),
  },
})

export const productCandidateMiddlewares = [
  productCandidateListRoute.middleware,
  adoptRoute.middleware,
  ignoreRoute.middleware,
]

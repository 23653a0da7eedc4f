import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { adoptBodySchema, ignoreBodySchema, unlinkedProductListQuerySchema } from "./validators"

export const unlinkedProductListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/unlinked-products",
  access: "view",
  query: unlinkedProductListQuerySchema,
})

export const adoptRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/unlinked-products/adopt",
  access: "operate",
  body: adoptBodySchema,
  decides: {
    kind: "adopt",
    connectionId: namedInBody,
    asked: ({ validatedBody: { candidates } }) => ({ candidates: named(candidates.map(({ id }) => id)) }),
  },
})

export const ignoreRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/unlinked-products/ignore",
  access: "operate",
  body: ignoreBodySchema,
  decides: {
    kind: "ignore-candidates",
    connectionId: namedInBody,
    asked: ({ validatedBody: { ids, ignored } }) => ({ candidates: named(ids), ignored }),
  },
})

export const unlinkedProductMiddlewares = [
  unlinkedProductListRoute.middleware,
  adoptRoute.middleware,
  ignoreRoute.middleware,
]

import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { decideDifferencesBodySchema, stockDifferenceListQuerySchema } from "./validators"

export const stockDifferenceListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/stock-differences",
  access: "view",
  query: stockDifferenceListQuerySchema,
})

export const decideDifferencesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/stock-differences/decide",
  access: "operate",
  body: decideDifferencesBodySchema,
  decides: {
    kind: "decide-differences",
    connectionId: namedInBody,
    asked: ({ validatedBody: { decision, ids } }) => ({ decision, differences: named(ids) }),
  },
})

export const stockDifferenceMiddlewares = [stockDifferenceListRoute.middleware, decideDifferencesRoute.middleware]

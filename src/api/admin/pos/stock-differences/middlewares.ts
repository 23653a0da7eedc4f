import { defineRoute } from "../../../utils/define-route"
import { decideDifferencesBodySchema, stockDifferenceListQuerySchema } from "./validators"

export const stockDifferenceListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/stock-differences",
  query: stockDifferenceListQuerySchema,
})

export const decideDifferencesRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/stock-differences/decide",
  body: decideDifferencesBodySchema,
})

export const stockDifferenceMiddlewares = [stockDifferenceListRoute.middleware, decideDifferencesRoute.middleware]

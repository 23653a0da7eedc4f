import { defineRoute } from "../../../utils/define-route"
import { overviewOfAllQuerySchema, overviewQuerySchema } from "./validators"

export const overviewRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview",
  query: overviewQuerySchema,
})

export const overviewOfAllRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview/all",
  query: overviewOfAllQuerySchema,
})

export const topProductsRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview/top-products",
  query: overviewQuerySchema,
})

export const overviewMiddlewares = [
  overviewRoute.middleware,
  overviewOfAllRoute.middleware,
  topProductsRoute.middleware,
]

import { defineRoute } from "../../../utils/define-route"
import { overviewOfAllQuerySchema, overviewQuerySchema } from "./validators"

export const overviewRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview",
  access: "view",
  query: overviewQuerySchema,
})

export const overviewOfAllRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview/all",
  access: "view",
  query: overviewOfAllQuerySchema,
})

export const topProductsRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview/top-products",
  access: "view",
  query: overviewQuerySchema,
})

export const overviewMiddlewares = [
  overviewRoute.middleware,
  overviewOfAllRoute.middleware,
  topProductsRoute.middleware,
]

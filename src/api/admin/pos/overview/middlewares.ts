import { defineRoute } from "../../../utils/define-route"
import { overviewQuerySchema } from "./validators"

export const overviewRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview",
  query: overviewQuerySchema,
})

export const topProductsRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/overview/top-products",
  query: overviewQuerySchema,
})

export const overviewMiddlewares = [overviewRoute.middleware, topProductsRoute.middleware]

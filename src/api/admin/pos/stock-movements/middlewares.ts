import { defineRoute } from "../../../utils/define-route"
import { stockMovementListQuerySchema } from "./validators"

export const stockMovementListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/stock-movements",
  query: stockMovementListQuerySchema,
})

export const stockMovementMiddlewares = [stockMovementListRoute.middleware]

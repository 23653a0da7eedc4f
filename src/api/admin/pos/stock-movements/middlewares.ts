import { defineRoute } from "../../../utils/define-route"
import { stockMovementListQuerySchema } from "./validators"

export const stockMovementListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/stock-movements",
  access: "view",
  query: stockMovementListQuerySchema,
})

export const stockMovementMiddlewares = [stockMovementListRoute.middleware]

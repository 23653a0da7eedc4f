import { defineBareRoute, defineRoute } from "../../../utils/define-route"
import { payoutListQuerySchema } from "./validators"

export const payoutListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/payouts",
  access: "finance",
  query: payoutListQuerySchema,
})

export const payoutRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/payouts/:id",
  access: "finance",
})

export const payoutMiddlewares = [payoutListRoute.middleware, payoutRoute.middleware]

import { defineRoute } from "../../../utils/define-route"
import { payoutListQuerySchema } from "./validators"

export const payoutListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/payouts",
  query: payoutListQuerySchema,
})

export const payoutMiddlewares = [payoutListRoute.middleware]

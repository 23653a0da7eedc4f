import { defineRoute } from "../../../utils/define-route"
import { runActionBodySchema, runListQuerySchema } from "./validators"

export const runListRoute = defineRoute({ method: "GET", matcher: "/admin/pos/runs", query: runListQuerySchema })

export const runActionRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/runs/:id/actions",
  body: runActionBodySchema,
})

export const runMiddlewares = [runListRoute.middleware, runActionRoute.middleware]

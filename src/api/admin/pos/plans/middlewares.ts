import { defineRoute } from "../../../utils/define-route"
import { planEntriesBodySchema, planEntryListQuerySchema } from "./validators"

export const planEntryListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/plans/:id/entries",
  query: planEntryListQuerySchema,
})

export const planEntriesRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/plans/:id/entries",
  body: planEntriesBodySchema,
})

export const planMiddlewares = [planEntryListRoute.middleware, planEntriesRoute.middleware]

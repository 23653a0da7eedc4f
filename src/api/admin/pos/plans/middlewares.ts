import { named } from "../../../utils/decide"
import { defineBareChange, defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { connectionOfPlan } from "./connection-of-plan"
import { planEntriesBodySchema, planEntryListQuerySchema } from "./validators"

export const planEntryListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/plans/:id/entries",
  access: "view",
  query: planEntryListQuerySchema,
})

export const planEntriesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/plans/:id/entries",
  access: "operate",
  body: planEntriesBodySchema,
  decides: {
    kind: "decide-plan",
    connectionId: connectionOfPlan,
    asked: ({ validatedBody: { entries } }) => ({
      entries: named(entries.map(({ id }) => id)),
      actions: [...new Set(entries.map(({ action }) => action))],
    }),
  },
})

export const planRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/plans/:id",
  access: "view",
})

export const applyPlanRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/plans/:id/apply",
  access: "operate",
  decides: { kind: "apply-plan", connectionId: connectionOfPlan },
})

export const planMiddlewares = [
  planEntryListRoute.middleware,
  planEntriesRoute.middleware,
  planRoute.middleware,
  applyPlanRoute.middleware,
]

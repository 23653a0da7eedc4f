import { named } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { connectionOfPlan } from "./connection-of-plan"
import { planEntriesBodySchema, planEntryListQuerySchema } from "./validators"

export const planEntryListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/plans/:id/entries",
  query: planEntryListQuerySchema,
})

export const planEntriesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/plans/:id/entries",
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

export const planMiddlewares = [planEntryListRoute.middleware, planEntriesRoute.middleware]

import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { decideMoneyBodySchema, discrepancyListQuerySchema } from "./validators"

export const discrepancyListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/discrepancies",
  access: "view",
  query: discrepancyListQuerySchema,
})

export const decideMoneyRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/discrepancies/decide",
  access: "operate",
  body: decideMoneyBodySchema,
  decides: {
    kind: "decide-money",
    connectionId: namedInBody,
    asked: ({ validatedBody: { decision, ids } }) => ({ decision, differences: named(ids) }),
  },
})

export const discrepancyMiddlewares = [discrepancyListRoute.middleware, decideMoneyRoute.middleware]

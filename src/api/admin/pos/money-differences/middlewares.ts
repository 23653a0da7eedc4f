import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { decideMoneyBodySchema, moneyDifferenceListQuerySchema } from "./validators"

export const moneyDifferenceListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/money-differences",
  query: moneyDifferenceListQuerySchema,
})

export const decideMoneyRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/money-differences/decide",
  body: decideMoneyBodySchema,
  decides: {
    kind: "decide-money",
    connectionId: namedInBody,
    asked: ({ validatedBody: { decision, ids } }) => ({ decision, differences: named(ids) }),
  },
})

export const moneyDifferenceMiddlewares = [moneyDifferenceListRoute.middleware, decideMoneyRoute.middleware]

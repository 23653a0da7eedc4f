import { noDecision } from "../../../utils/decide"
import { defineBareRoute, defineChange, defineRoute } from "../../../utils/define-route"
import { giftCardBodySchema, giftCardLiabilityQuerySchema, giftCardListQuerySchema } from "./validators"

export const giftCardListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/gift-cards",
  access: "finance",
  query: giftCardListQuerySchema,
})

export const giftCardLookUpRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/gift-cards",
  access: "finance",
  body: giftCardBodySchema,
  decides: noDecision("reads a card at the POS"),
})

export const giftCardLiabilityRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/gift-cards/liability",
  access: "finance",
  query: giftCardLiabilityQuerySchema,
})

export const giftCardRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/gift-cards/:id",
  access: "finance",
})

export const giftCardMiddlewares = [
  giftCardListRoute.middleware,
  giftCardLookUpRoute.middleware,
  giftCardLiabilityRoute.middleware,
  giftCardRoute.middleware,
]

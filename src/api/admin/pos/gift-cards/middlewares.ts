import { noDecision } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { giftCardBodySchema, giftCardLiabilityQuerySchema, giftCardListQuerySchema } from "./validators"

export const giftCardListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/gift-cards",
  query: giftCardListQuerySchema,
})

export const giftCardLookUpRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/gift-cards",
  body: giftCardBodySchema,
  decides: noDecision("reads a card at the POS"),
})

export const giftCardLiabilityRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/gift-cards/liability",
  query: giftCardLiabilityQuerySchema,
})

export const giftCardMiddlewares = [
  giftCardListRoute.middleware,
  giftCardLookUpRoute.middleware,
  giftCardLiabilityRoute.middleware,
]

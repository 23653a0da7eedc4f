import { noDecision } from "../../../utils/decide"
import { defineChange, unrestricted } from "../../../utils/define-route"
import { balanceBodySchema } from "./validators"

export const balanceRoute = defineChange({
  method: "POST",
  matcher: "/store/pos/gift-cards/balance",
  access: unrestricted("a customer of the store has no role"),
  body: balanceBodySchema,
  sizeLimit: "2kb",
  decides: noDecision("a customer asks what is on a card"),
})

export const storeGiftCardMiddlewares = [balanceRoute.middleware]

import { defineRoute } from "../../../utils/define-route"
import { balanceBodySchema } from "./validators"

export const balanceRoute = defineRoute({
  method: "POST",
  matcher: "/store/pos/gift-cards/balance",
  body: balanceBodySchema,
  sizeLimit: "2kb",
})

export const storeGiftCardMiddlewares = [balanceRoute.middleware]

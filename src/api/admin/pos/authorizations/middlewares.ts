import { noDecision } from "../../../utils/decide"
import { defineChange } from "../../../utils/define-route"
import { finishSignInBodySchema, startSignInBodySchema } from "./validators"

export const startSignInRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/authorizations",
  access: "manage",
  body: startSignInBodySchema,
  decides: noDecision("nothing is connected yet"),
})

export const finishSignInRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/authorizations/complete",
  access: "manage",
  body: finishSignInBodySchema,
  decides: noDecision("what is done with the sign-in is decided by connecting, or as a new key"),
})

export const authorizationMiddlewares = [startSignInRoute.middleware, finishSignInRoute.middleware]

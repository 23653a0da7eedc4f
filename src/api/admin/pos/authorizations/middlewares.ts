import { defineRoute } from "../../../utils/define-route"
import { finishSignInBodySchema, startSignInBodySchema } from "./validators"

export const startSignInRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/authorizations",
  body: startSignInBodySchema,
})

export const finishSignInRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/authorizations/complete",
  body: finishSignInBodySchema,
})

export const authorizationMiddlewares = [startSignInRoute.middleware, finishSignInRoute.middleware]
